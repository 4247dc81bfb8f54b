import type { Definition, Link, Node, Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

/** A piece of the source to be replaced, in UTF-16 offsets. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const parser = unified().use(remarkParse).use(remarkGfm);

/**
 * What a person sees of an issue or a comment on GitHub: without HTML comments, unused link
 * definitions, texts that show only on hovering, and invisible characters (also when written as
 * entities). Code keeps its comments and entities, because there they are visible. Line ends become
 * "\n". Promise: no character of class Cf, Co, Cn, Cs or other control is left, but for emoji and
 * flag sequences and the joiners that scripts are written with.
 */
export function visibleText(text: string): string {
  const source = text.replace(/\r\n?/g, "\n").toWellFormed();
  if (hasRunawayMarkup(source)) return visibleCharacters(withoutMarkup(source));
  const root = parser.parse(source);
  const used = referencedLabels(root);
  const edits: Edit[] = [];
  visit(root, (node) => edits.push(...editsOf(node, source, used)));
  return visibleCharacters(applied(source, edits));
}

/**
 * Whether a text has so many marks, or such deep nesting, that a markdown parser takes seconds or
 * runs out of stack on it. No person writes so; what parses text from outside asks here first.
 */
export function hasRunawayMarkup(text: string): boolean {
  const isFull = runaway.some(({ mark, most }) => (text.match(mark)?.length ?? 0) > most);
  return isFull || text.length > 400_000 || /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){24}/m.test(text);
}

const runaway = [
  { mark: /[*_~]/g, most: 2_000 },
  { mark: /[[\]!]/g, most: 2_000 },
  { mark: /\n/g, most: 5_000 },
  { mark: /</g, most: 3_000 },
  { mark: /`/g, most: 6_000 },
  { mark: /\|/g, most: 12_000 },
] as const;

/** Without parsing, code cannot be told from text: whatever might be hidden goes. */
function withoutMarkup(source: string): string {
  return visibleHtml(source)
    .replace(/^ {0,3}\[[^\]\n]*\]:.*$/gm, "")
    .replace(/!\[[^[\]\n]*\]\(/g, "![](");
}

/** The same for the characters alone; the text is not read as markdown. */
export function visibleCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(hidden, "")
    .replace(conditional, (found, offset: number, whole: string) =>
      found.length > 2 || isNeeded(found, offset, whole) ? found : "",
    );
}

/** England, Scotland and Wales are the only flags in general use that are written with tags. */
const flag = ["gbeng", "gbsct", "gbwls"]
  .map((region) => [...region].map((c) => `\\u{${(0xe0000 + c.charCodeAt(0)).toString(16)}}`))
  .map((tags) => tags.join(""))
  .join("|");
const conditional = new RegExp(
  `\\u{1F3F4}(?:${flag})\\u{E007F}|[\\u200C\\u200D\\p{Variation_Selector}\\u{E0020}-\\u{E007F}]`,
  "gv",
);
const hidden =
  /[[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Cc}\p{DI}]--[\t\n\u200C\u200D\p{Variation_Selector}\u{E0020}-\u{E007F}]]+/gv;

const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const letterOrMark = /[\p{L}\p{M}]/u;
const virama = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u17D2\u1039]/u;

function isNeeded(char: string, offset: number, whole: string): boolean {
  if (!/\u200C|\u200D|\p{Variation_Selector}/u.test(char)) return false;
  const before = lastCodePoint(whole, offset);
  const after = String.fromCodePoint(whole.codePointAt(offset + char.length) ?? 0x20);
  const code = char.codePointAt(0) ?? 0;
  if (code === 0x200c) return joinsLetters(before, after);
  if (code === 0x200d) return joinsEmoji(before, after) || joinsLetters(before, after);
  return selectsVariant(code, before, after);
}

function joinsLetters(before: string, after: string): boolean {
  const isJoined = (c: string) => joining.test(c) && letterOrMark.test(c);
  return isJoined(before) && (isJoined(after) || virama.test(before));
}

function joinsEmoji(before: string, after: string): boolean {
  const isEmoji =
    before === "\uFE0F" || /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u.test(before);
  return isEmoji && /\p{Extended_Pictographic}/u.test(after);
}

function selectsVariant(code: number, before: string, after: string): boolean {
  if (code === 0xfe0e || code === 0xfe0f) return isEmojiBase(before, code, after);
  const ideographic = (code >= 0xe0100 && code <= 0xe01ef) || (code >= 0xfe00 && code <= 0xfe02);
  if (ideographic) return /\p{Unified_Ideograph}/u.test(before);
  return code >= 0x180b && code <= 0x180f && /[\u1820-\u18AA]/u.test(before);
}

/** A digit, "#" or "*" takes a selector only as part of a keycap. */
function isEmojiBase(before: string, code: number, after: string): boolean {
  if (/[0-9#*]/.test(before)) return code === 0xfe0e || after === "\u20E3";
  return /\p{Emoji}/u.test(before);
}

function lastCodePoint(text: string, end: number): string {
  const low = text.charCodeAt(end - 1);
  const start = low >= 0xdc00 && low <= 0xdfff ? end - 2 : end - 1;
  return start < 0 ? "" : text.slice(start, end);
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node);
  if ("children" in node) for (const child of node.children) visit(child, see);
}

function referencedLabels(root: Root): ReadonlySet<string> {
  const labels = new Set<string>();
  visit(root, (node) => {
    if (node.type === "linkReference" || node.type === "imageReference")
      labels.add(node.identifier);
  });
  return labels;
}

function editsOf(node: Nodes, source: string, used: ReadonlySet<string>): readonly Edit[] {
  const place = rangeOf(node);
  if (node.type === "html") return [{ ...place, text: visibleHtml(sliceOf(node, source)) }];
  if (node.type === "text") return [{ ...place, text: decoded(sliceOf(node, source)) }];
  if (node.type === "image") return [{ ...place, text: `![](${node.url})` }];
  if (node.type === "link") return withoutTitle(node);
  if (node.type === "definition") return [{ ...place, text: visibleDefinition(node, used) }];
  return [];
}

/** Markup that browsers do not show: comments, instructions, declarations, CDATA, style and script. */
const hiddenMarkup =
  /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<![a-z][^>]*(?:>|$)|<(script|style|template|title|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const tag = /<[a-z](?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}')*>/gi;
const hoverText =
  /\s(?:alt|title|placeholder|style|hidden|aria-[\w-]+|data-[\w-]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?(?=[\s/>])/gi;

function visibleHtml(html: string): string {
  return decoded(html.replace(hiddenMarkup, "")).replace(tag, (found) =>
    found.replace(hoverText, ""),
  );
}

function visibleDefinition(node: Definition, used: ReadonlySet<string>): string {
  return used.has(node.identifier) ? `[${node.label ?? node.identifier}]: <${node.url}>` : "";
}

function withoutTitle(node: Link): readonly Edit[] {
  const last = node.children.at(-1);
  if (node.title === null || node.title === undefined || last === undefined) return [];
  return [{ start: rangeOf(last).end, end: rangeOf(node).end, text: `](<${node.url}>)` }];
}

const invisibleNames: Readonly<Record<string, number>> = {
  shy: 0xad,
  zwnj: 0x200c,
  zwj: 0x200d,
  lrm: 0x200e,
  rlm: 0x200f,
  ZeroWidthSpace: 0x200b,
  NegativeVeryThinSpace: 0x200b,
  NegativeThinSpace: 0x200b,
  NegativeMediumSpace: 0x200b,
  NegativeThickSpace: 0x200b,
  NoBreak: 0x2060,
  af: 0x2061,
  ApplyFunction: 0x2061,
  it: 0x2062,
  InvisibleTimes: 0x2062,
  ic: 0x2063,
  InvisibleComma: 0x2063,
};

/** Entities of invisible characters become those characters, to be judged like any other. */
function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w+));/g,
    (whole, ten, hex, name) => {
      const code = name === undefined ? Number(ten ?? `0x${hex}`) : (invisibleNames[name] ?? 0x26);
      if (code > 0x10ffff) return whole;
      const char = String.fromCodePoint(code);
      return /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Cc}\p{DI}]/u.test(char) ? char : whole;
    },
  );
}

function applied(source: string, edits: readonly Edit[]): string {
  let out = "";
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    if (edit.start < from) continue;
    out += source.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return out + source.slice(from);
}

function rangeOf(node: Node): { readonly start: number; readonly end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

function sliceOf(node: Node, source: string): string {
  const { start, end } = rangeOf(node);
  return source.slice(start, end);
}
