import { execFile } from "node:child_process";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Attachment } from "../composeContract";
import { PiError } from "../errors";
import { describeImage, MOST_BYTES } from "./imageFile";
import { extensionOf, imageTypeOf } from "./imageType";

/** A program that writes the clipboard's image to its stdout. */
export interface ClipboardReader {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether it is worth a try here. */
  isMeant(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean;
  /** How its stdout becomes the image's bytes, where it is not those themselves. */
  decode?(stdout: Buffer): Buffer;
}

const LIMIT_MS = 10_000;
const KEPT_MS = 7 * 24 * 3600 * 1000;

/** Base64, since PowerShell's own pipes change bytes. */
const POWERSHELL = [
  "Add-Type -AssemblyName System.Windows.Forms,System.Drawing",
  "$image = [Windows.Forms.Clipboard]::GetImage()",
  "if ($image) { $stream = New-Object IO.MemoryStream",
  "$image.Save($stream, [Drawing.Imaging.ImageFormat]::Png)",
  "[Console]::Out.Write([Convert]::ToBase64String($stream.ToArray())) }",
].join("; ");

const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

/** In the order they are tried. A reader that fails or gives no image leaves it to the next. */
const READERS: readonly ClipboardReader[] = [
  ...IMAGE_TYPES.map((type) => ({
    program: "wl-paste",
    args: ["--no-newline", "--type", type],
    isMeant: (env: NodeJS.ProcessEnv) => Boolean(env.WAYLAND_DISPLAY),
  })),
  ...IMAGE_TYPES.map((type) => ({
    program: "xclip",
    args: ["-selection", "clipboard", "-target", type, "-out"],
    isMeant: (env: NodeJS.ProcessEnv) => Boolean(env.DISPLAY),
  })),
  { program: "pngpaste", args: ["-"], isMeant: () => true }, // there is one on macOS only
  {
    program: "powershell.exe",
    args: ["-NoProfile", "-NonInteractive", "-STA", "-Command", POWERSHELL],
    isMeant: (env, platform) => platform === "win32" || Boolean(env.WSL_DISTRO_NAME),
    decode: (stdout) => Buffer.from(stdout.toString("latin1"), "base64"),
  },
];

/**
 * Writes the clipboard's image to a file in `folder`. Files of more than a week ago are removed there.
 * @throws PiError with one sentence when there is none, or nothing to read it with.
 */
export async function pasteImage(folder: string): Promise<Attachment> {
  const bytes = await readClipboard();
  const type = imageTypeOf(bytes);
  if (type === undefined) throw new PiError("invalid", "The clipboard holds no image.");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder);
  const file = path.join(folder, `clipboard-${Date.now()}-${process.pid}.${extensionOf(type)}`);
  await writeFile(file, bytes, { mode: 0o600 });
  return describeImage(file);
}

async function readClipboard(): Promise<Buffer> {
  const readers = READERS.filter((reader) => reader.isMeant(process.env, process.platform));
  const found = new Set<string>();
  for (const reader of readers) {
    // What X11 holds beside a Wayland clipboard may be of long ago.
    if (reader.program === "xclip" && found.has("wl-paste")) continue;
    const stdout = await run(reader);
    if (stdout !== "missing") found.add(reader.program);
    const bytes = typeof stdout === "string" ? Buffer.alloc(0) : (reader.decode?.(stdout) ?? stdout);
    if (imageTypeOf(bytes) !== undefined) return bytes;
  }
  if (found.size > 0) return Buffer.alloc(0);
  throw new PiError("unsupported", "Clipboard images need wl-paste, xclip, pngpaste or PowerShell.");
}

function run({ program, args }: ClipboardReader): Promise<Buffer | "missing" | "failed"> {
  const options = { encoding: "buffer" as const, timeout: LIMIT_MS, maxBuffer: 2 * MOST_BYTES, windowsHide: true };
  return new Promise((resolve) => {
    execFile(program, [...args], options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else resolve(error.code === "ENOENT" ? "missing" : "failed");
    });
  });
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
}
