/** A text as it is searched: some of its characters, and where each of them stands in the text. */
export interface FoldedText {
  readonly chars: string;
  readonly places: Int32Array;
}

/** Blank and invisible characters, which part nothing. */
const UNSEEN = /[\s\p{Cf}\p{Cc}\p{Mn}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Two ways to see a text, both with look-alike forms (full width, mathematical letters) as the plain
 * letters: `dense`, without blanks and invisible characters, and `letters`, with nothing but letters
 * and digits, so that whatever is put between them parts nothing. Linear in the text's length.
 */
export function foldText(text: string): {
  readonly dense: FoldedText;
  readonly letters: FoldedText;
} {
  const both = { dense: collector(text.length), letters: collector(text.length) };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128) addAscii(code, at, both);
    else at += addOther(text, at, both) - 1;
  }
  return { dense: both.dense.done(), letters: both.letters.done() };
}

interface Both {
  readonly dense: Collector;
  readonly letters: Collector;
}

function addAscii(code: number, at: number, { dense, letters }: Both): void {
  const kind = ASCII[code];
  if (kind === UNSEEN_KIND) return;
  dense.add(code, at);
  if (kind === LETTER) letters.add(code, at);
}

const [UNSEEN_KIND, SIGN, LETTER] = [0, 1, 2] as const;

/** Of each ASCII character, whether it is unseen, a sign, or a letter or digit. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (UNSEEN.test(char)) return UNSEEN_KIND;
  return /[A-Za-z0-9]/.test(char) ? LETTER : SIGN;
});

interface Collector {
  readonly add: (code: number, at: number) => void;
  readonly done: () => FoldedText;
}

function collector(most: number): Collector {
  let codes = new Uint16Array(most);
  let places = new Int32Array(most);
  let length = 0;
  return {
    add(code, at) {
      if (length === codes.length) [codes, places] = [grown(codes), grownPlaces(places)];
      codes[length] = code;
      places[length] = at;
      length += 1;
    },
    done: () => ({ chars: decoded(codes.subarray(0, length)), places: places.subarray(0, length) }),
  };
}

/** One character may stand for several: `㎏`. */
function grown(codes: Uint16Array): Uint16Array<ArrayBuffer> {
  const more = new Uint16Array(codes.length * 2 + 16);
  more.set(codes);
  return more;
}

function grownPlaces(places: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(places.length * 2 + 16);
  more.set(places);
  return more;
}

const CHUNK = 8_192;

function decoded(codes: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += CHUNK)
    parts.push(String.fromCharCode(...codes.subarray(at, at + CHUNK)));
  return parts.join("");
}

/** How many UTF-16 units the character takes. */
function addOther(text: string, at: number, { dense, letters }: Both): number {
  const code = text.codePointAt(at) ?? 0;
  const plain = plainOf(code);
  for (let unit = 0; unit < plain.length; unit += 1) {
    dense.add(plain.charCodeAt(unit), at);
    if (LETTERS.test(plain[unit] ?? "")) letters.add(plain.charCodeAt(unit), at);
  }
  return code > 0xffff ? 2 : 1;
}

const LETTERS = /[\p{L}\p{N}\p{Cs}]/u;
const plainForms = new Map<number, string>();

/** The plain form of a character; there are not so many different ones. */
function plainOf(code: number): string {
  const known = plainForms.get(code);
  if (known !== undefined) return known;
  const char = String.fromCodePoint(code);
  const plain = UNSEEN.test(char) ? "" : char.normalize("NFKC");
  plainForms.set(code, plain);
  return plain;
}
