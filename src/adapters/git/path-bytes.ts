import { isUtf8 } from "node:buffer";

/**
 * A path of git's as a string, without loss: bytes that are no UTF-8 become lone surrogates
 * U+DC80…U+DCFF, as Python's "surrogateescape" does. Two paths are equal when their strings are.
 */
export function decodePath(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : decodeBroken(bytes);
}

function decodeBroken(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    text +=
      length === 0
        ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
        : bytes.toString("utf8", at, at + length);
    at += Math.max(length, 1);
  }
  return text;
}

/** Length of the valid UTF-8 sequence that begins here, 0 when there is none. */
function sequenceAt(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}

/** The bytes of a path that `decodePath` made a string of. */
export function encodePath(path: string): Buffer {
  if (!/[\udc80-\udcff]/u.test(path)) return Buffer.from(path, "utf8");
  const parts = path.split(/([\udc80-\udcff]+)/u);
  return Buffer.concat(
    parts.map((part, index) =>
      index % 2 === 0
        ? Buffer.from(part, "utf8")
        : Buffer.from([...part].map((byte) => byte.charCodeAt(0) - 0xdc00)),
    ),
  );
}

/** Paths in the order of their bytes, as `LC_ALL=C sort` has them. */
export function inByteOrder(paths: readonly string[]): string[] {
  const keyed = paths.map((path) => ({ path, bytes: encodePath(path) }));
  return keyed.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ path }) => path);
}
