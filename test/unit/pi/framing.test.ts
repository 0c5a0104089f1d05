import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, RecordReader } from "../../../src/pi/framing";
import { cpuTime } from "../../support/cpuTime";

interface Read {
  readonly records: JsonObject[];
  readonly noise: string[];
  readonly dropped: number[];
}

function read(chunks: readonly Buffer[], maxBytes?: number): Read {
  const seen: Read = { records: [], noise: [], dropped: [] };
  const reader = new RecordReader(
    {
      onRecord: (record) => seen.records.push(record),
      onNoise: (text) => seen.noise.push(text),
      onDropped: (bytes) => seen.dropped.push(bytes),
    },
    maxBytes,
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return seen;
}

const readText = (text: string) => read([Buffer.from(text)]);

function cut(bytes: Buffer, points: readonly number[]): Buffer[] {
  const sorted = [0, ...points.map((point) => point % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

const awkwardText = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("\u2028", "\u2029", "\u0085", "\r", "\n", "日", "🙂", "é", "\\", '"', "{", "\0"),
    },
  ),
});
const awkwardRecord = fc.record({
  type: awkwardText,
  body: fc.oneof(awkwardText, fc.array(awkwardText), fc.dictionary(awkwardText, awkwardText)),
});

describe("RecordReader", () => {
  it("gives the same records however they are cut and whichever line end they have", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(awkwardRecord, fc.constantFrom("\n", "\r\n", "\n\n", "\r\n\n"))),
        fc.array(fc.nat()),
        (lines, points) => {
          const text = lines.map(([record, lineEnd]) => JSON.stringify(record) + lineEnd).join("");
          const seen = read(cut(Buffer.from(text), points));
          expect(seen.noise).toEqual([]);
          // Compared as JSON: a key such as `__proto__` makes two equal objects look different to toEqual.
          expect(JSON.stringify(seen.records)).toBe(JSON.stringify(lines.map(([record]) => record)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("finds every record among lines of noise, however they are cut", () => {
    const noise = fc.constantFrom(
      "",
      "npm warn deprecated",
      "\u001b[33mwarning\u001b[0m",
      "[1,2]",
      "17",
      "null",
      "{oops",
    );
    const line = fc.oneof(
      noise.map((text) => ({ text, record: undefined })),
      fc.tuple(fc.constantFrom("", "warning: foo", "\ufeff", "{}"), awkwardRecord).map(([front, record]) => ({
        text: front + JSON.stringify(record),
        record,
      })),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), (lines, points) => {
        const bytes = Buffer.from(lines.map(({ text }) => `${text}\n`).join(""));
        const wanted = lines.flatMap(({ record }) => (record ? [record] : []));
        expect(JSON.stringify(read(cut(bytes, points)).records)).toBe(JSON.stringify(wanted));
      }),
    );
  });

  it("keeps a record together that is written one byte at a time", () => {
    const record = { type: "x", text: "日本語🙂é\u2028\u2029\u0085" };
    const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
    expect(read([...bytes].map((byte) => Buffer.from([byte]))).records).toEqual([record]);
  });

  it("reports noise in front of a record and reads the record", () => {
    const seen = readText('warning: foo{"type":"agent_start"}\n');
    expect(seen).toEqual({ records: [{ type: "agent_start" }], noise: ["warning: foo"], dropped: [] });
  });

  it("reads a record behind another program's JSON on the same line", () => {
    const seen = readText('{"level":"warn"}{"id":"7","type":"response"}\n');
    expect(seen.records).toEqual([{ id: "7", type: "response" }]);
    expect(seen.noise).toEqual(['{"level":"warn"}']);
  });

  it("reads a record behind noise that has braces and the start of a record in it", () => {
    const seen = readText('saw {"type": and {"type":1 here {"type":"turn_start","a":{"type":"b"}}\n');
    expect(seen.records).toEqual([{ type: "turn_start", a: { type: "b" } }]);
  });

  it("does not take a part of a damaged record for a record", () => {
    const seen = readText(
      '{"type":"agent_end","messages":[{"type":"agent_settled"}\n{"type":"turn_end","m":{"type":"text"}\n',
    );
    expect(seen.records).toEqual([]);
    expect(seen.noise).toHaveLength(2);
  });

  it("reports half a record at the end, and reads a whole one that lacks its line end", () => {
    expect(readText('{"type":"a"}\n{"type":"b').noise).toEqual(['{"type":"b']);
    expect(readText('{"type":"a"}\n{"type":"b"}').records).toEqual([{ type: "a" }, { type: "b" }]);
  });

  it("leaves out a record over the maximum, says so, and goes on", () => {
    const long = `{"type":"long","text":"${"x".repeat(100)}"}`;
    const bytes = Buffer.from(`{"type":"a"}\n${long}\n{"type":"b"}\n`);
    for (const size of [1, 7, 64, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      const seen = read(chunks, 50);
      expect(seen).toEqual({ records: [{ type: "a" }, { type: "b" }], noise: [], dropped: [long.length] });
    }
    expect(read([Buffer.from(long), Buffer.from("y")], 50)).toEqual({
      records: [],
      noise: [],
      dropped: [long.length + 1],
    });
  });

  it("reports only the beginning of long noise", () => {
    expect(readText(`${"n".repeat(100_000)}\n`).noise[0]).toHaveLength(1000);
  });

  it("reads a record of 80 MB at a cost that grows with its length, not with its square", () => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    const timeOf = (megabytes: number) => {
      const chunks = [
        Buffer.from('{"type":"long","text":"'),
        ...Array(megabytes * 16).fill(chunk),
        Buffer.from('"}\n'),
      ];
      const start = cpuTime();
      const { records } = read(chunks);
      const took = cpuTime() - start;
      expect(String(records[0]?.text).length).toBe(megabytes * 1024 * 1024);
      return took;
    };
    timeOf(10);
    // 8 times the length: 64 times the time if each chunk were joined to those before it.
    expect(timeOf(80)).toBeLessThan(30 * Math.max(timeOf(10), 10));
  });
});
