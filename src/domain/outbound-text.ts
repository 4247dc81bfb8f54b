import { visibleCharacters } from "./inbound-text.ts";
import { stop, withoutLogCommands } from "./log-commands.ts";

const escapeSequence = new RegExp(
  [
    "(?:\\u001B\\]|\\u009D)[^\\u0007\\u001B\\u009C\\n]*(?:\\u0007|\\u001B\\\\|\\u009C)?",
    "(?:\\u001B\\[|\\u009B)[0-?]*[ -/]*[@-~]?",
    "\\u001B[PX^_][^\\u001B\\n]*(?:\\u001B\\\\)?",
    "\\u001B[ -/]*[0-~]?",
  ].join("|"),
  "g",
);

/**
 * Text for a terminal or a page: no terminal escapes, no control characters but tab and line feed,
 * no lone surrogates; carriage returns become line feeds (case L07). Invisible characters of class
 * Cf and their like are written out as `\u{202E}`, because a test may fail on just that character.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(escapeSequence, "")
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/[\p{Cc}--[\t\n]]/gv, "")
    .replace(/[\p{Cf}\p{DI}\p{Co}\p{Cn}]+/gu, (run, offset: number, whole: string) =>
      written(run, whole.slice(Math.max(0, offset - 2), offset), whole.slice(offset + run.length)),
    );
}

function written(run: string, before: string, rest: string): string {
  const next = rest.slice(0, 2);
  if (visibleCharacters(before + run + next) === before + run + next) return run;
  return [...run].map((c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`).join("");
}

/** One line without controls and invisible characters, cut to `max` code points with "…". */
export function oneLine(text: string, max: number): string {
  const line = visibleCharacters(text.replace(escapeSequence, ""));
  const points = [...line.replace(/\s+/g, " ").trim()];
  return points.length <= max ? points.join("") : `${points.slice(0, max - 1).join("")}…`;
}

/**
 * Text for a job's log: no line is a workflow command to the runner, neither `::name::` at its start
 * nor `##[name]` anywhere (cases L01-L05, GitHub limit 39). The text looks the same.
 */
export function neutralise(text: string): string {
  return withoutLogCommands(plainText(text));
}

/**
 * Text that does nothing on GitHub even if it stood outside a fence: no mention, reference, link,
 * image, HTML, hidden marker, `/tdd` command or log command. It looks the same (L09-L12).
 */
export function defang(text: string): string {
  return neutralise(text)
    .replace(/@(?=[\p{L}\p{N}_])/gu, `@${stop}`)
    .replace(/#(?=\d)/g, `#${stop}`)
    .replace(/\bGH-(?=\d)/gi, `$&${stop}`)
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:(?=\/\/)/gi, `$&${stop}`)
    .replace(/\bwww(?=\.)/gi, `$&${stop}`)
    .replace(/<(?=[a-z/!?])/gi, `<${stop}`)
    .replace(/!(?=\[)|\](?=[([])/g, `$&${stop}`)
    .replace(/^([ \t>*+-]*)\/(?=tdd\b)/gim, `$1/${stop}`);
}

/** A fenced block that its text cannot leave; at most `max` UTF-16 units, the middle left out. */
export function fence(text: string, max: number): string {
  return fenced(defang(cutMiddle(plainText(text), max)));
}

/**
 * A fenced block of a command for a person to copy: exactly the text, but for controls and
 * invisible characters. Only for text that the loop itself wrote.
 */
export function commandFence(command: string): string {
  return fenced(visibleCharacters(command));
}

function fenced(text: string): string {
  const ticks = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${ticks}text\n${text.trimEnd()}\n${ticks}`;
}

/** A code span on one line, at most `max` code points; "—" when there is nothing to show. */
export function codeSpan(text: string, max = 160): string {
  const line = defang(oneLine(text, max));
  if (line === "") return "—";
  const ticks = "`".repeat(longestTicks(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** A code span for a table's cell: no bar of the text is a border (a backslash before it too). */
export function cell(text: string, max = 160): string {
  return codeSpan(text, max)
    .replace(/\\(?=\|)/g, `\\${stop}`)
    .replaceAll("|", "\\|");
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** Keeps the beginning and twice as much of the end, where test runners say what failed. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = cutEnd(text, Math.floor(max / 3));
  const tail = text.slice(text.length - Math.floor((max * 2) / 3)).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head}\n… ${text.length - head.length - tail.length} characters left out …\n${tail}`;
}

/** The first `max` UTF-16 units, one less rather than half a character. */
export function cutEnd(text: string, max: number): string {
  return text.slice(0, Math.max(0, max)).replace(/[\uD800-\uDBFF]$/, "");
}

const skipToken = /\[\s*(?:skip\s+ci|ci\s+skip|no\s+ci|skip\s+actions|actions\s+skip)\s*\]/gi;
const trailer =
  /^\s*(?:[\w-]*-by|closes|fixes|resolves|skip-checks|change-id|reverts|see-also|cc|refs?)\s*:.*$/i;

/**
 * A commit subject out of untrusted text: the first line that is not a trailer, without skip tokens
 * (GitHub limit 41, case L16), mentions, issue references or addresses, at most `max` code points.
 */
export function commitSubject(text: string, max = 72): string {
  const lines = visibleCharacters(text.replace(escapeSequence, "")).split("\n");
  for (const line of lines) {
    const subject = trailer.test(line) ? "" : withoutTokens(oneLine(line, 500));
    if (/[\p{L}\p{N}]/u.test(subject)) return oneLine(subject, max);
  }
  return "update";
}

function withoutTokens(line: string): string {
  const next = line
    .replace(skipToken, " ")
    .replace(/skip-checks\s*:\s*\w*/gi, " ")
    .replace(/@(?=[\p{L}\p{N}_])|#(?=\d)/gu, "")
    .replace(/\bGH-(?=\d)/gi, "")
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\//gi, "");
  return next === line ? line : withoutTokens(next);
}
