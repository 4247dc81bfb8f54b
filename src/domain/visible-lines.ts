import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { hasRunawayMarkup } from "./inbound-text.ts";
import { opensHtml } from "./open-html.ts";

const parser = unified().use(remarkParse).use(remarkGfm);

/** Of a text that no parser should be given whole, so many characters are read. */
const READABLE = 20_000;

/**
 * The lines of a comment that its author says in his own voice, in order: what GitHub shows as text
 * on a line of its own. Not code, quotes (with the lines that Markdown lazily adds to them), tables,
 * footnotes, mathematics, text of links and images, titles and attributes, HTML of any kind, or what
 * stands inside of an HTML element, a folded one too. Whatever is opened and never closed hides the rest.
 */
export function* visibleLines(markdown: string): Generator<string> {
  const source = readable(markdown.replace(/\r\n?/g, "\n"));
  if (source === null) return;
  const root: Root = parser.parse(source);
  const spoken = spokenIn(root, source);
  let at = 0;
  let isMath = false;
  for (const line of source.split("\n")) {
    const start = at + line.length - line.trimStart().length;
    at += line.length + 1;
    if (line.trim() === "$$") isMath = !isMath;
    if (!isMath && isSpoken(spoken, start)) yield line;
  }
}

/** Long logs in fences are left out; of what is still too much the beginning is read, or nothing. */
function readable(text: string): string | null {
  if (!hasRunawayMarkup(text)) return text;
  const short = withoutFenced(text);
  if (!hasRunawayMarkup(short)) return short;
  const start = text.slice(0, text.lastIndexOf("\n", READABLE) + 1);
  return hasRunawayMarkup(start) ? start.slice(0, start.indexOf("\n\n") + 1) : start;
}

/** The text without what stands in its fences; the fences and all else stay as they are. */
function withoutFenced(text: string): string {
  let mark = "";
  const kept = text.split("\n").filter((line) => {
    const [, fence = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const isInside = mark !== "";
    if (!isInside) mark = opens(fence, info) ? fence : "";
    else if (fence.startsWith(mark) && info.trim() === "") mark = "";
    return !isInside || mark === "";
  });
  return kept.join("\n");
}

/** What follows a fence of backticks holds none, else the line is code of its own. */
function opens(fence: string, info: string): boolean {
  return !(fence.startsWith("`") && info.includes("`"));
}

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Spoken {
  readonly texts: readonly Range[];
  /** Links, code and whatever else stands in these texts. */
  readonly within: readonly Range[];
  /** Where an element or a comment is open. */
  readonly hidden: readonly Range[];
}

/** Paragraphs and headings, of lists too, in the order of the text. */
function spokenIn(root: Root, source: string): Spoken {
  const texts: Range[] = [];
  const within: Range[] = [];
  const pieces: Mark[] = [];
  walk(root, (node, parents) => {
    if (node.type === "html") pieces.push({ at: rangeOf(node).from, html: node.value });
    pieces.push(...commentMarks(node, source));
    const isText = node.type === "paragraph" || node.type === "heading";
    if (isText && parents.every((parent) => OWN.has(parent))) texts.push(rangeOf(node));
    else if (!OWN.has(node.type) && node.type !== "text") within.push(rangeOf(node));
  });
  return { texts, within, hidden: hiddenBy(pieces) };
}

const OWN = new Set(["root", "list", "listItem", "paragraph", "heading"]);

function walk(node: Nodes, visit: (node: Nodes, parents: readonly string[]) => void): void {
  const stack: { node: Nodes; parents: readonly string[] }[] = [{ node, parents: [] }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node: one, parents } = next;
    visit(one, parents);
    const children: readonly Nodes[] = "children" in one ? one.children : [];
    for (const child of children.toReversed())
      stack.push({ node: child, parents: [...parents, one.type] });
  }
}

/** Nodes that the parser makes out of others have no place; they hold no start of a line. */
function rangeOf({ position }: Nodes): Range {
  return { from: position?.start.offset ?? 0, to: position?.end.offset ?? 0 };
}

interface Mark {
  readonly at: number;
  readonly html: string;
}

/** Where an element or a comment is open, from each piece of HTML to the next. */
function hiddenBy(pieces: readonly Mark[]): Range[] {
  const isOpen = opensHtml();
  return pieces.flatMap(({ at, html }, index): Range[] => {
    const to = pieces[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return isOpen(html) ? [{ from: at, to }] : [];
  });
}

/** `<!--` that nothing closes is text to the parser, and is meant to hide what follows. */
function commentMarks(node: Nodes, source: string): Mark[] {
  const { from, to } = rangeOf(node);
  if (node.type !== "text") return [];
  const marks = source.slice(from, to).matchAll(/<!--|-->/g);
  return [...marks].map((mark) => ({ at: from + mark.index, html: mark[0] }));
}

function isSpoken({ texts, within, hidden }: Spoken, at: number): boolean {
  const isIn = ({ from, to }: Range): boolean => from <= at && at < to;
  return texts.some(isIn) && !within.some(isIn) && !hidden.some(isIn);
}
