import type { FoldedText } from "./folded-text.ts";
import { foldText } from "./folded-text.ts";
import { loneLetters, withoutEscapes } from "./lone-letters.ts";
import { formsOf } from "./secret-forms.ts";
import { isWords, publicPrefix, strengthOf } from "./secret-strength.ts";
import type { Unpack, WrappedText } from "./wrapped-texts.ts";
import { binaryTexts, packedTexts } from "./wrapped-texts.ts";

/** A part of a text, in UTF-16 offsets. */
export interface Hit {
  readonly from: number;
  readonly to: number;
}

/** Where known secrets show in a text, as far as it can be told. In the order of nothing. */
export interface KnownSecrets {
  /** Everything that is better not shown. */
  readonly hits: (text: string) => readonly Hit[];
  /** Whether one of the secrets is there beyond doubt. */
  readonly isIn: (text: string) => boolean;
}

const GRAM = 12;
/** Of a long secret, such as a private key, every fourth fragment will do. */
const LONG = 200;
const STRIDE = 4;
/** Characters of a token behind what all tokens of its kind begin with. */
const OWN = 8;

/** Fragments to look for. */
interface Grams {
  /** Whether each can be told from ordinary text. */
  readonly known: Map<string, boolean>;
  /** First and last characters of all of them: this table spares most of the look-ups. */
  readonly likely: Uint8Array;
}

/** @param unpack how to look into compressed data; without it nobody does */
export function knownSecrets(secrets: readonly string[], unpack?: Unpack): KnownSecrets {
  const values = [...new Set(secrets.map((secret) => secret.trim()))];
  const of = (...kinds: string[]) => values.filter((value) => kinds.includes(strengthOf(value)));
  let made: { dense: Grams; letters: Grams } | null = null;
  const fragments = (text: string): readonly Hit[] => {
    // Made when they are needed: most commands never show a text.
    made ??= gramsOf(of("fragments"));
    return fragmentsIn(text, made);
  };
  const wholes = wholePattern(of("whole", "word"));
  const sure = wholePattern(of("whole"));
  const isPlain = (text: string) => wholesIn(text, sure).length > 0 || fragments(text).length > 0;
  const wrapped = (text: string): readonly Hit[] =>
    values.length === 0 ? [] : wrappedIn(text, unpack).filter((part) => part.texts.some(isPlain));
  return {
    hits: (text) => [...fragments(text), ...wholesIn(text, wholes), ...wrapped(text)],
    isIn: (text) => isPlain(text) || wrapped(text).length > 0,
  };
}

function wrappedIn(text: string, unpack: Unpack | undefined): WrappedText[] {
  const packed = unpack === undefined ? [] : packedTexts(text, unpack);
  // Most texts have no binary digits, and need no second look.
  const binary = /[01]{6}/.test(text) ? binaryTexts(foldText(text).letters) : [];
  return [...binary, ...packed];
}

function gramsOf(secrets: readonly string[]): { dense: Grams; letters: Grams } {
  const grams = { dense: noGrams(), letters: noGrams() };
  for (const secret of secrets) addGrams(secret, grams);
  return grams;
}

function noGrams(): Grams {
  return { known: new Map(), likely: new Uint8Array(65_536) };
}

function addGrams(secret: string, grams: { dense: Grams; letters: Grams }): void {
  const prefix = publicPrefix(secret);
  const { spelled, coded } = formsOf(secret.slice(prefix), secret);
  for (const view of ["dense", "letters"] as const) {
    // What stands before the secret's own part is hidden with it, and is nothing by itself.
    const common = foldText(secret.slice(0, prefix))[view].chars.length;
    const from = prefix === 0 ? 0 : common + OWN - GRAM;
    const whole = foldText(secret)[view].chars;
    cutGrams(whole, grams[view], (gram, at) => !isWords(gram) && at >= from);
    for (const form of [...spelled, ...coded]) {
      // What is letters and digits only is found among the letters.
      if (view === "letters" || !/^[A-Za-z0-9]*$/.test(form))
        cutGrams(foldText(form)[view].chars, grams[view], isVaried);
    }
  }
}

function isVaried(gram: string): boolean {
  return new Set(gram).size >= 4 && !isWords(gram);
}

function cutGrams(
  form: string,
  grams: Grams,
  isTelling: (gram: string, at: number) => boolean,
): void {
  const step = form.length > LONG ? STRIDE : 1;
  for (let at = 0; at + GRAM <= form.length; at += step) {
    const gram = form.slice(at, at + GRAM);
    grams.known.set(gram, grams.known.get(gram) === true || isTelling(gram, at));
    grams.likely[pairOf(gram, 0)] = 1;
  }
}

function fragmentsIn(text: string, grams: { dense: Grams; letters: Grams }): Hit[] {
  if (grams.letters.known.size === 0 || text.length < GRAM) return [];
  const plain = withoutEscapes(text);
  return [text, ...(plain === null ? [] : [plain])].flatMap((seen) => {
    const { dense, letters } = foldText(seen);
    const lone = loneLetters(seen, letters).flatMap((view) => runsIn(view, grams.letters));
    return [...runsIn(dense, grams.dense), ...runsIn(letters, grams.letters), ...lone];
  });
}

/** Fragments that follow each other are one; it counts when one of them is telling. */
function runsIn({ chars, places }: FoldedText, grams: Grams): Hit[] {
  const runs: Hit[] = [];
  let run = { from: 0, to: 0, isTelling: false };
  const end = () => {
    const last = places[run.to - 1] ?? 0;
    if (run.isTelling) runs.push({ from: places[run.from] ?? 0, to: last + 1 });
  };
  for (let at = 0; at + GRAM <= chars.length; at += 1) {
    if (grams.likely[pairOf(chars, at)] === 0) continue;
    const isTelling = grams.known.get(chars.slice(at, at + GRAM));
    if (isTelling === undefined) continue;
    if (at > run.to) {
      end();
      run = { from: at, to: at, isTelling: false };
    }
    run = { from: run.from, to: at + GRAM, isTelling: run.isTelling || isTelling };
  }
  end();
  return runs;
}

function pairOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 251 + text.charCodeAt(at + GRAM - 1)) & 0xffff;
}

/** Codes of fewer signs are words of some language. */
const SHORTEST_CODE = 8;

/** Short or plain ones, with the most usual of their codes, where they stand by themselves. */
function wholePattern(secrets: readonly string[]): RegExp | null {
  const forms = secrets.flatMap((secret) => {
    const { coded } = formsOf(secret);
    const url = encodeURIComponent(secret.toWellFormed());
    return [secret, url, ...coded.filter((form) => form.length >= SHORTEST_CODE)];
  });
  if (forms.length === 0) return null;
  const choices = [...new Set(forms)].sort((a, b) => b.length - a.length).map(escaped);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${choices.join("|")})(?![\\p{L}\\p{N}])`, "gu");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
}

function wholesIn(text: string, pattern: RegExp | null): Hit[] {
  if (pattern === null) return [];
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }));
}
