/** `1h 02m`, `3m 07s`, `4.2s`: a duration in milliseconds as a person reads it. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m ${two(whole % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}

/** US dollars with cents; below ten cents with four decimals, so that a cheap turn is not "free". */
export function formatDollars(dollars: number): string {
  if (dollars === 0) return "$0.00";
  return dollars < 0.1 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`;
}

/** `987`, `12.3k`, `4.56M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 999_950
    ? `${(tokens / 1000).toFixed(1)}k`
    : `${(tokens / 1_000_000).toFixed(2)}M`;
}

/** `512 B`, `1.4 MB`: bytes in steps of a thousand. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${units[step]}`;
}

/** A share between 0 and 1 in percent; "–" when there is nothing to share. */
export function formatShare(share: number | null): string {
  return share === null ? "–" : `${Math.round(share * 100)} %`;
}

/** `1 test`, `2 tests`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const utc = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "UTC",
});

/** `2026-11-30 16:04 UTC`, from milliseconds since 1970. */
export function formatUtc(ms: number): string {
  return `${utc.format(ms)} UTC`;
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}
