import type { FoldedText } from "./folded-text.ts";

/**
 * Letters that stand by themselves, as whoever spells a value sets them: all of them, those that end
 * a line (a numbered list, "sign 3: x") and those that begin one. Words and numbers between are left out.
 */
export function loneLetters(text: string, letters: FoldedText): readonly FoldedText[] {
  const views = { all: view(), firsts: view(), lasts: view() };
  const { places } = letters;
  places.forEach((at, index) => {
    const before = places[index - 1] ?? -2;
    const after = places[index + 1] ?? text.length + 1;
    if (before >= at - 1 || after <= at + 1) return;
    const sign = letters.chars[index] ?? "";
    add(views.all, sign, at);
    if (parts(text, before, at)) add(views.firsts, sign, at);
    if (parts(text, at, after)) add(views.lasts, sign, at);
  });
  return Object.values(views).map(({ chars, at }) => ({
    chars: chars.join(""),
    places: Int32Array.from(at),
  }));
}

interface View {
  readonly chars: string[];
  readonly at: number[];
}

function view(): View {
  return { chars: [], at: [] };
}

function add({ chars, at }: View, sign: string, place: number): void {
  chars.push(sign);
  at.push(place);
}

/** Whether a line ends between two places of a text. */
function parts(text: string, from: number, to: number): boolean {
  return from < 0 || to > text.length || text.slice(from, to).includes("\n");
}

const ESCAPES =
  /\\(?:[nrtfvab0]|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2})|&#?\w{1,8};|%[0-9a-fA-F]{2}|<[^<>\n]{1,40}>/g;

/**
 * A text in which blanks stand for escapes and tags, so that letters of theirs part nothing; each
 * other character stays in its place. Null for a text without any.
 */
export function withoutEscapes(text: string): string | null {
  const plain = text.replace(ESCAPES, (found) => " ".repeat(found.length));
  return plain === text ? null : plain;
}
