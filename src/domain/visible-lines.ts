/** Raw HTML that shows its content as a sample or a quotation, or not at all. */
const HTML_BLOCK = /^ {0,3}<(pre|script|style|textarea|template|blockquote)(?=[\s>])/i;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const QUOTE = /^ {0,3}>/;
const BLANK = /^[ \t]*$/;

type State =
  | { readonly kind: "text" }
  | { readonly kind: "quote" }
  | { readonly kind: "fence"; readonly mark: string }
  | { readonly kind: "until"; readonly end: string };

const text: State = { kind: "text" };

/**
 * The lines of a comment that its author says in his own voice, in order: not in code fences,
 * quotes (with the lines that Markdown lazily adds to them), HTML comments or raw HTML samples.
 * Whatever is opened and never closed hides the rest, as on GitHub. Linear in the text's length.
 */
export function* visibleLines(markdown: string): Generator<string> {
  let state: State = text;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const next = step(state, line);
    if (state.kind === "text" && next.kind === "text" && !next.hides) yield line;
    state = next.kind === "text" ? text : next;
  }
}

type Next = Exclude<State, { kind: "text" }> | { readonly kind: "text"; readonly hides: boolean };

function step(state: State, line: string): Next {
  if (state.kind === "fence") return closesFence(line, state.mark) ? hidden : state;
  if (state.kind === "until") return line.toLowerCase().includes(state.end) ? hidden : state;
  if (state.kind === "quote" && !endsQuote(line)) return state;
  return open(line);
}

const hidden: Next = { kind: "text", hides: true };

/** A blank line ends a quote, and so does the start of another block. */
function endsQuote(line: string): boolean {
  return BLANK.test(line) || opensFence(line) !== null || HTML_BLOCK.test(line);
}

function open(line: string): Next {
  const mark = opensFence(line);
  if (mark !== null) return { kind: "fence", mark };
  if (QUOTE.test(line)) return { kind: "quote" };
  return openHtml(line);
}

function openHtml(line: string): Next {
  const block = HTML_BLOCK.exec(line)?.[1]?.toLowerCase();
  if (block !== undefined) {
    const end = `</${block}>`;
    return line.toLowerCase().includes(end) ? hidden : { kind: "until", end };
  }
  const prose = line.replace(/`[^`]*`/g, "");
  const from = prose.lastIndexOf("<!--");
  if (from === -1) return { kind: "text", hides: false };
  return prose.includes("-->", from + 4) ? { kind: "text", hides: false } : commentOpen;
}

const commentOpen: Next = { kind: "until", end: "-->" };

/** The info string of a backtick fence holds no backtick, else the line is inline code. */
function opensFence(line: string): string | null {
  const found = FENCE.exec(line);
  const mark = found?.[1] ?? null;
  if (mark === null || (mark.startsWith("`") && (found?.[2] ?? "").includes("`"))) return null;
  return mark;
}

function closesFence(line: string, mark: string): boolean {
  const found = FENCE.exec(line);
  const closing = found?.[1] ?? "";
  return closing[0] === mark[0] && closing.length >= mark.length && BLANK.test(found?.[2] ?? "");
}
