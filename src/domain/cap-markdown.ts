import { cutEnd } from "./outbound-text.ts";

/** What a comment, review or PR body of ours may have: GitHub answers 422 above 65,536 (limit 19). */
export const commentLimit = 64_000;
/** What a check run's summary or text may have; GitHub's limit is 65,535 (limit 20). */
export const checkTextLimit = 65_000;

/**
 * Markdown of at most `limit` UTF-16 units. A longer one is cut at a line (in a fence at a
 * character, never through one), its open fence and `<details>` are closed, and `pointer` says
 * where the rest is.
 */
export function capMarkdown(markdown: string, limit: number, pointer: string): string {
  const text = markdown.toWellFormed();
  if (text.length <= limit) return text;
  let kept = cutEnd(text, limit - pointer.length - 64);
  for (;;) {
    const { body, closing } = closed(kept);
    const whole = `${body}${closing}\n\n${pointer}\n`;
    if (whole.length <= limit || kept === "") return cutEnd(whole, limit);
    kept = cutEnd(kept, Math.max(0, kept.length - (whole.length - limit)));
  }
}

function closed(text: string): { readonly body: string; readonly closing: string } {
  const end = text.lastIndexOf("\n");
  const open = openAt(end < 0 ? text : text.slice(0, end));
  const body = open.fence === "" && end > 0 ? text.slice(0, end) : text;
  const fence = open.fence === "" ? "" : `\n${open.fence}`;
  return { body, closing: `${fence}${"\n\n</details>".repeat(open.details)}` };
}

interface Open {
  readonly fence: string;
  readonly details: number;
}

/** Which fence and how many `<details>` are open at the end of the text. */
function openAt(text: string): Open {
  return text.split("\n").reduce<Open>(afterLine, { fence: "", details: 0 });
}

function afterLine(open: Open, line: string): Open {
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  const ticks = mark?.[1] ?? "";
  if (open.fence !== "") {
    const isEnd = ticks.startsWith(open.fence) && (mark?.[2] ?? "").trim() === "";
    return isEnd ? { ...open, fence: "" } : open;
  }
  const begun = /^\s*<details/.test(line) ? 1 : 0;
  const ended = /<\/details>\s*$/.test(line) ? 1 : 0;
  return { fence: ticks, details: Math.max(0, open.details + begun - ended) };
}
