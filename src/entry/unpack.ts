import { brotliDecompressSync, constants, inflateRawSync, unzipSync } from "node:zlib";
import type { Unpack } from "../domain/secrets/wrapped-texts.ts";

/** More is no spelling of a secret, and no text may make us fill the memory. */
const MOST_BYTES = 1_000_000;

/** Data that was cut off is read as far as it goes. */
const bounds = { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH };

/** Each way to pack, and whether data can begin so: to try and fail is what takes long. */
const ways = [
  { canBe: isDeflated, read: (data: Buffer) => inflateRawSync(data, bounds) },
  { canBe: hasHeader, read: (data: Buffer) => unzipSync(data, bounds) },
  {
    canBe: () => true,
    read: (data: Buffer) => brotliDecompressSync(data, { maxOutputLength: MOST_BYTES }),
  },
];

/** Reads deflate with a header and without, gzip and brotli. */
export const unpack: Unpack = (packed, code) => {
  const data = Buffer.from(packed, code);
  return ways.flatMap(({ canBe, read }) => {
    if (!canBe(data)) return [];
    try {
      return [read(data).toString("utf8")];
    } catch {
      // It was not packed that way.
      return [];
    }
  });
};

/** RFC 1951, 3.2.3: two bits name the kind of the first block, and what is stored has its length twice. */
function isDeflated(data: Buffer): boolean {
  const kind = ((data[0] ?? 0) >> 1) & 3;
  if (kind !== 0) return kind !== 3;
  return data.length > 4 && data.readUInt16LE(1) === (data.readUInt16LE(3) ^ 0xffff);
}

/** RFC 1952 and RFC 1950. */
function hasHeader(data: Buffer): boolean {
  if (data.length < 2) return false;
  const start = data.readUInt16BE(0);
  return start === 0x1f8b || ((start >> 8) % 16 === 8 && start % 31 === 0);
}
