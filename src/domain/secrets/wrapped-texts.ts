import type { FoldedText } from "./folded-text.ts";

/** A part of a text that stands for other texts, and what these may be. */
export interface WrappedText {
  readonly from: number;
  readonly to: number;
  readonly texts: readonly string[];
}

/** What compressed data in base64 or hex may hold; nothing for what is no such data. */
export type Unpack = (packed: string, code: "base64" | "hex") => readonly string[];

/** Fewer digits are no six characters. */
const BINARY = /[01b]{42,}/g;

/** Bytes as binary digits, of seven or eight each, with whatever between them. */
export function binaryTexts({ chars, places }: FoldedText): WrappedText[] {
  return [...chars.matchAll(BINARY)].map(({ index, 0: found }) => {
    const ends = index + found.length;
    const digits = groupsOf(found, places.subarray(index, ends));
    const texts = [charactersOf(digits), ...charactersAt(digits.join(""))];
    return { from: places[index] ?? 0, to: (places[ends - 1] ?? 0) + 1, texts };
  });
}

/** Digits that stand together in the text, without what marks them as binary. */
function groupsOf(digits: string, places: Int32Array): string[] {
  const groups: string[] = [];
  let start = 0;
  places.forEach((place, at) => {
    if (places[at + 1] === place + 1) return;
    groups.push(digits.slice(start, at + 1).replace(/^0?b/, ""));
    start = at + 1;
  });
  return groups;
}

function charactersAt(digits: string): string[] {
  return [8, 7].flatMap((width) =>
    Array.from({ length: width }, (_, shift) =>
      charactersOf(digits.slice(shift).match(new RegExp(`.{${width}}`, "g")) ?? []),
    ),
  );
}

function charactersOf(digits: readonly string[]): string {
  return digits.map((group) => String.fromCharCode(Number.parseInt(group, 2) & 0xff)).join("");
}

/** Data in base64, in one line or wrapped, and in hex. */
const PACKED = /(?:(?:[\w+/-]{60,76}\r?\n)+[\w+/-]{1,76}|[\w+/-]{20,})={0,2}/g;
/** How many different ones are looked into at most: a text may be all data. */
const MOST = 300;

/** What was compressed. Only what can be a code of bytes is looked into. */
export function packedTexts(text: string, unpack: Unpack): WrappedText[] {
  const found: WrappedText[] = [];
  const seen = new Map<string, readonly string[]>();
  for (const { index, 0: data } of text.matchAll(PACKED)) {
    const code = codeOf(data);
    if (code === null) continue;
    const texts = seen.get(data) ?? unpack(data, code);
    seen.set(data, texts);
    if (seen.size > MOST) break;
    if (texts.length > 0) found.push({ from: index, to: index + data.length, texts });
  }
  return found;
}

function codeOf(data: string): "base64" | "hex" | null {
  if (/^[0-9a-f]+$/i.test(data)) return data.length % 2 === 0 ? "hex" : null;
  return /[a-z]/.test(data) && /[A-Z]/.test(data) ? "base64" : null;
}
