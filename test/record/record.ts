/** `npm run record`: real runs of both pi versions with a scripted model, as fixtures in test/fixtures. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { script } from "../support/modelScript";
import { ModelServer } from "../support/modelServer";
import { type PiProgram, pi, repository } from "../support/paths";
import { RawPi, type RawRecord } from "../support/rawPi";
import { Normalizer } from "./normalize";
import { PIXEL, SCENES, type Scene } from "./scenes";

/** Retries soon and few; a compaction that keeps nearly nothing, so that short texts are enough for one. */
const SETTINGS = {
  retry: { baseDelayMs: 10, maxRetries: 2, provider: { maxRetries: 0 } },
  compaction: { enabled: true, reserveTokens: 1000, keepRecentTokens: 20 },
};

/** Records all scenes; with a name only that one. */
export async function main(only = process.argv[2]): Promise<void> {
  for (const program of Object.values(pi)) {
    for (const scene of SCENES.filter(({ name }) => only === undefined || name === only)) {
      const records = await record(program, scene);
      const folder = join(repository, "test/fixtures", `pi-${program.version}`);
      mkdirSync(folder, { recursive: true });
      const lines = records.map((each) => `${JSON.stringify(each)}\n`).join("");
      writeFileSync(join(folder, `${scene.name}.jsonl`), lines);
      process.stdout.write(`${program.version} ${scene.name}: ${records.length} records\n`);
    }
  }
}

function argumentsFor({ hasExtension, tools, needs = [], name }: Scene): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const isThere = (program: string) => folders.some((folder) => existsSync(join(folder, program)));
  const missing = needs.find((names) => !names.some(isThere));
  if (missing) throw new Error(`the scene "${name}" needs ${missing[0]} on PATH: install it and record again`);
  return [
    ...(hasExtension ? ["-e", join(repository, "test/record/extension.ts")] : []),
    ...(tools === undefined ? [] : ["--tools", tools]),
  ];
}

async function record(program: PiProgram, scene: Scene): Promise<RawRecord[]> {
  const args = argumentsFor(scene);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pi-record-")));
  cpSync(join(repository, "test/sample"), folder, { recursive: true });
  writeFileSync(join(folder, "pixel.png"), Buffer.from(PIXEL, "base64"));
  const server = await ModelServer.start(script(...scene.answers));
  server.writeAgentDir(join(folder, "agent"), SETTINGS);
  const peer = new RawPi(program, folder, args);
  try {
    await scene.play(peer);
    await peer.ask({ type: "get_messages" });
    await peer.ask({ type: "get_entries" });
  } finally {
    await peer.end();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const normalizer = new Normalizer({ [folder]: "/work/sample", [repository]: "/work/pi.nvim" });
  return peer.records.map((each) => normalizer.record(each));
}
