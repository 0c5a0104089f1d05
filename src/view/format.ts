/** Numbers for people: durations, sizes, tokens, money, times. */

/** `340 ms`, `1.2 s`, `12 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 1000) return `${whole} ms`;
  if (whole < 9950) return `${trimZero((whole / 1000).toFixed(1))} s`;
  const seconds = Math.round(whole / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joinUnits(minutes, "min", seconds % 60, "s");
  return joinUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

/** Like `formatDuration`, in whole seconds, for a clock that runs. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds === 0 ? "0 s" : formatDuration(seconds * 1000);
}

/** `512 B`, `1.5 KB`, `12 KB`, `3 MB`; 1 KB = 1024 B, as pi counts. */
export function formatBytes(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  let value = Math.max(0, bytes);
  let unit = 0;
  while (Math.round(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : shorten(value)} ${units[unit]}`;
}

/** `512`, `3.4k`, `34k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  const count = Math.max(0, Math.round(tokens));
  if (count < 1000) return String(count);
  if (count < 999_500) return `${shorten(count / 1000)}k`;
  return `${shorten(count / 1_000_000)}M`;
}

/** US dollars: `$1.20`, `$0.01`, `$0.004`, `<$0.001`; as lua/pi/chat/facts.lua does. */
export function formatMoney(dollars: number): string {
  if (dollars > 0 && dollars < 0.0005) return "<$0.001";
  const digits = dollars > 0 && dollars < 0.0095 ? 3 : 2;
  return `$${Math.max(0, dollars).toFixed(digits)}`;
}

/** `1 line`, `214 lines`. */
export function formatCount(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** Local time of day, `14:02`. */
export function formatClock(unixMs: number): string {
  const date = new Date(unixMs);
  if (Number.isNaN(date.getTime())) return "";
  return `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** One decimal below ten, none above. */
function shorten(value: number): string {
  return value < 9.95 ? trimZero(value.toFixed(1)) : String(Math.round(value));
}

function trimZero(text: string): string {
  return text.endsWith(".0") ? text.slice(0, -2) : text;
}

function joinUnits(major: number, majorUnit: string, minor: number, minorUnit: string): string {
  return minor === 0 ? `${major} ${majorUnit}` : `${major} ${majorUnit} ${minor} ${minorUnit}`;
}
