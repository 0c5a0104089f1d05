import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readAptSources, sourceForSuite } from "../../../scripts/aptSource.mjs";

const debian = `# a comment
Types: deb deb-src
URIs: http://mirror.invalid/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.invalid/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`;

const sources = (text: string) => ({ text, extension: ".sources" as const });
const list = (text: string) => ({ text, extension: ".list" as const });

test("a deb822 source keeps its address and key, and changes its suite", () => {
  expect(sourceForSuite([sources(debian)], "sid", "bookworm")).toEqual({
    extension: ".sources",
    text: `types: deb
uris: http://mirror.invalid/debian
suites: sid
components: main
signed-by: /usr/share/keyrings/debian-archive-keyring.gpg
`,
  });
});

test("a key written into the source stays there whole", () => {
  const text =
    "Types: deb\nURIs: http://a.invalid\nSuites: bookworm\nComponents: main\nSigned-By:\n -----BEGIN\n .\n abc\n";
  expect(sourceForSuite([sources(text)], "sid", "bookworm")?.text).toContain("signed-by: \n -----BEGIN\n .\n abc\n");
});

test("a one-line source keeps its options", () => {
  const text =
    "deb-src http://a.invalid bookworm main\ndeb [arch=amd64 trusted=no] http://a.invalid/debian/ bookworm main non-free # x\n";
  expect(sourceForSuite([list(text)], "trixie", "bookworm")).toEqual({
    extension: ".list",
    text: "deb [arch=amd64 trusted=no] http://a.invalid/debian/ trixie main\n",
  });
});

test("another archive that uses Debian's suite names is not taken for Debian's", () => {
  const other = list("deb [signed-by=/etc/apt/keyrings/other.gpg] http://other.invalid bookworm main\n");
  expect(sourceForSuite([other, sources(debian)], "sid", "bookworm")?.text).toContain("mirror.invalid");
  const alias = list("deb http://other.invalid stable main\n");
  expect(sourceForSuite([alias, list("deb http://a.invalid bookworm main")], "sid", "bookworm")?.text).toContain(
    "a.invalid",
  );
});

test("disabled sources and those of other systems do not count", () => {
  const disabled = debian.replace("Types: deb deb-src", "Enabled: no\nTypes: deb deb-src");
  expect(sourceForSuite([sources(disabled)], "sid", "bookworm")).toBeUndefined();
  expect(
    sourceForSuite([list("deb http://u.invalid noble main\ndeb http://n.invalid nodistro main")], "sid", "noble")?.text,
  ).toContain("u.invalid");
  expect(sourceForSuite([list("# deb http://a.invalid bookworm main\n")], "sid", "bookworm")).toBeUndefined();
  expect(sourceForSuite([], "sid", "bookworm")).toBeUndefined();
});

test("reads the files that apt would read, sources.list first", () => {
  const root = mkdtempSync(join(tmpdir(), "pi-nvim-apt-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "sources.list.d"));
  writeFileSync(join(root, "sources.list"), "one");
  writeFileSync(join(root, "sources.list.d", "a.sources"), "two");
  writeFileSync(join(root, "sources.list.d", "a.sources.disabled"), "three");
  expect(readAptSources(root)).toEqual([list("one"), sources("two")]);
  expect(readAptSources(join(root, "nowhere"))).toEqual([]);
});
