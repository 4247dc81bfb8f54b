import { commitSubject } from "./outbound-text.ts";
import type { Criterion } from "./spec.ts";

/** GitHub cuts a longer subject. */
const SUBJECT = 72;
/** Longer texts say no more in a log. */
const LONGEST = 400;

export interface CommitText {
  /** What stands before the title, such as `green: `. */
  readonly prefix: string;
  readonly title: string;
  /** One paragraph: what was done, in words of our own. */
  readonly what: string;
  readonly criteria: readonly Criterion[];
  /** Number of the issue; 0 for a run without one. */
  readonly issue: number;
}

/**
 * A commit message out of untrusted text: a subject of at most 72 characters that ends at a word, the
 * rest of it in the body, then what was done, for which criteria, and the issue. No trailer, skip token,
 * mention or reference but our own gets in.
 */
export function commitMessage({ prefix, title, what, criteria, issue }: CommitText): string {
  const whole = commitSubject(title, LONGEST);
  const [head, rest] = splitAtWord(whole, SUBJECT - prefix.length);
  const list = criteria.map(({ id, text }) => `- ${idText(id)}: ${commitSubject(text, LONGEST)}`);
  const paragraphs = [
    `${prefix}${head}`,
    rest,
    what,
    list.map((line) => wrapped(line, "  ")).join("\n"),
    issue > 0 ? `Refs #${issue}` : "",
  ];
  return paragraphs
    .filter((part) => part !== "")
    .map((part, at) => (at === 0 || part.includes("\n") ? part : wrapped(part, "")))
    .join("\n\n");
}

/** The ids are the loop's own; one that is not gets no further than a word. */
function idText(id: string): string {
  return id.replace(/[^\w-]/g, "").slice(0, 20) || "criterion";
}

/** A head of at most `max` code points, with "…" where a rest follows, and that rest with "…" before it. */
function splitAtWord(text: string, max: number): readonly [head: string, rest: string] {
  const points = [...text];
  if (points.length <= max) return [text, ""];
  const room = points.slice(0, max - 1).join("");
  const space = points[max - 1] === " " ? room.length : room.lastIndexOf(" ");
  const head = space > room.length / 2 ? room.slice(0, space) : room;
  return [`${head.trimEnd()}…`, `…${text.slice(head.length).trim()}`];
}

function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > SUBJECT) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line].join("\n");
}
