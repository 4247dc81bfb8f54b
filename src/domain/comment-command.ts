import { editDistance } from "./nearest-word.ts";
import { ProfileName } from "./rules.ts";
import { mayBeAllowed } from "./safe-path.ts";
import { visibleLines } from "./visible-lines.ts";

/** What `/tdd run` may be told. */
export interface RunOptions {
  readonly profile: ProfileName | null;
  readonly base: string | null;
  readonly dryRun: boolean;
  readonly fresh: boolean;
  /** A loop spec of the default branch, by name or path; null works the issue. */
  readonly spec: string | null;
}

/** The commands that take no argument. */
export const plainCommands = [
  "plan",
  "approve",
  "approve-tests",
  "status",
  "stop",
  "resume",
  "retry",
  "help",
] as const;
export type PlainCommand = (typeof plainCommands)[number];

/** What a comment asks for. `invalid` and `unknown` carry a sentence's worth for the answer. */
export type CommentCommand =
  | { readonly kind: "none" }
  | { readonly kind: "run"; readonly options: RunOptions }
  | { readonly kind: "allow"; readonly paths: readonly string[] }
  /** What should be different in what a person was asked about (slices, a test), in that person's words. */
  | { readonly kind: "revise"; readonly said: string }
  | { readonly kind: PlainCommand }
  | { readonly kind: "invalid"; readonly word: string; readonly problem: string }
  | { readonly kind: "unknown"; readonly word: string; readonly suggestion: string | null };

export const noOptions: RunOptions = {
  profile: null,
  base: null,
  dryRun: false,
  fresh: false,
  spec: null,
};

const commandWords = ["run", "allow", "revise", "answer", ...plainCommands];
/** One comment, one command; a few more are a slip of the pen, many are an attack (case W19). */
const MAX_COMMAND_LINES = 10;
const MAX_LINE = 2000;
const MAX_PATHS = 50;

/**
 * Reads the first line that begins with `/tdd`, outside code, quotes and HTML comments. Hidden and
 * look-alike characters never make a command: the words are plain ASCII or they are prose.
 */
export function parseComment(body: string): CommentCommand {
  const commands = commandLines(body);
  const first = commands[0];
  if (first === undefined) return { kind: "none" };
  if (commands.length > MAX_COMMAND_LINES || first.length > MAX_LINE) {
    return { kind: "invalid", word: "", problem: "One command a comment, in one short line." };
  }
  const [word = "help", ...args] = first.split(/[ \t]+/).slice(1);
  return parseWords(word, args);
}

/** At most one more than is legal: a flood is not read to its end. */
function commandLines(body: string): string[] {
  const commands: string[] = [];
  for (const line of visibleLines(body)) {
    if (!/^ {0,3}\/tdd(?=[ \t]|$)/.test(line) || !isPlainText(line.trim())) continue;
    commands.push(line.trim());
    if (commands.length > MAX_COMMAND_LINES) break;
  }
  return commands;
}

/** No control, format, private or unassigned characters, and no white space but space and tab. */
function isPlainText(line: string): boolean {
  const word = line.split(/[ \t]+/)[1] ?? "";
  return /^[!-~]*$/.test(word) && !/[\p{C}\p{Z}]/u.test(line.replace(/[ \t]/g, ""));
}

function parseWords(word: string, args: readonly string[]): CommentCommand {
  const name = word.toLowerCase();
  if (name === "run") return parseRun(args);
  if (name === "allow") return parseAllow(args);
  if (name === "revise" || name === "answer") return parseSaid(name, args);
  const plain = plainCommands.find((known) => known === name);
  if (plain === undefined) return { kind: "unknown", word, suggestion: nearest(name) };
  if (args.length === 0) return { kind: plain };
  return { kind: "invalid", word: name, problem: `\`/tdd ${plain}\` takes no arguments.` };
}

function nearest(word: string): string | null {
  if (word.length > 20) return null;
  const ranked = commandWords
    .map((name) => ({ name, distance: editDistance(word, name) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= 2 ? best.name : null;
}

function parseRun(args: readonly string[]): CommentCommand {
  const options: Draft = { ...noOptions };
  const rest = args.flatMap(splitAtEquals);
  while (rest.length > 0) {
    const problem = takeOption(rest.shift() ?? "", rest, options);
    if (problem !== null) return { kind: "invalid", word: "run", problem };
  }
  return { kind: "run", options };
}

/** `--base=main` says the same as `--base main`. */
function splitAtEquals(arg: string): string[] {
  const cut = arg.indexOf("=");
  return arg.startsWith("--") && cut > 0 ? [arg.slice(0, cut), arg.slice(cut + 1)] : [arg];
}

type Draft = { -readonly [K in keyof RunOptions]: RunOptions[K] };

/** Takes one option off the line; gives the problem with it, or null. */
function takeOption(flag: string, rest: string[], draft: Draft): string | null {
  switch (flag) {
    case "--dry-run":
      draft.dryRun = true;
      return null;
    case "--fresh":
      draft.fresh = true;
      return null;
    case "--profile":
      return takeProfile(rest.shift(), draft);
    case "--base":
      return takeBase(rest.shift(), draft);
    default:
      if (!flag.startsWith("-")) return takeSpec(flag, draft);
      return runOptionsText;
  }
}

const runOptionsText =
  "Options of `/tdd run` are `--profile P`, `--base B`, `--dry-run` and `--fresh`.";

function takeProfile(value: string | undefined, draft: Draft): string | null {
  const profile = ProfileName.safeParse(value);
  if (!profile.success) return `\`--profile\` is one of: ${ProfileName.options.join(", ")}.`;
  draft.profile = profile.data;
  return null;
}

function takeSpec(value: string, draft: Draft): string | null {
  if (draft.spec !== null)
    return `\`/tdd run\` takes the name of one loop spec at most. ${runOptionsText}`;
  if (!isSafeSpec(value))
    return "`/tdd run NAME` names a loop spec of the default branch: letters, digits and `. _ / -`.";
  draft.spec = value;
  return null;
}

/** A name, or a path below the repository, that is safe in a URL and in words. */
export function isSafeSpec(name: string): boolean {
  const parts = name.split("/");
  return (
    /^[A-Za-z0-9._][A-Za-z0-9._/-]{0,199}$/.test(name) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}

function takeBase(value: string | undefined, draft: Draft): string | null {
  if (value === undefined || !isSafeBranchName(value)) {
    return "`--base` is the name of a branch: letters, digits and `. _ / -`, not beginning with `-`.";
  }
  draft.base = value;
  return null;
}

/** A branch name that is safe in a ref, a URL and an argument list (git check-ref-format, and less). */
export function isSafeBranchName(name: string): boolean {
  if (!/^[A-Za-z0-9._][A-Za-z0-9._/-]{0,199}$/.test(name) || name.includes("..")) return false;
  return name
    .split("/")
    .every((part) => part !== "" && !part.startsWith(".") && !/([.]|[.]lock)$/.test(part));
}

function parseAllow(args: readonly string[]): CommentCommand {
  const paths = args.map((arg) => arg.replace(/^`([^`]*)`$/, "$1"));
  const problem =
    "`/tdd allow` takes up to 50 exact paths from the repository's root, e.g. `/tdd allow src/a.ts`.";
  const legal = paths.length > 0 && paths.length <= MAX_PATHS && paths.every(isSafePath);
  if (!legal) return { kind: "invalid", word: "allow", problem };
  return paths.every(mayBeAllowed)
    ? { kind: "allow", paths }
    : { kind: "invalid", word: "allow", problem: neverAllowed };
}

/** A person's own words about what waits: slices to be cut anew, or a test that is disputed. */
function parseSaid(word: "revise" | "answer", args: readonly string[]): CommentCommand {
  const said = args.join(" ").trim();
  if (said !== "") return { kind: "revise", said };
  return { kind: "invalid", word, problem: needsWords[word] };
}

const needsWords = {
  revise:
    "`/tdd revise` takes what should be different in the slices, in one line, e.g. `/tdd revise Leave out the export.`",
  answer:
    "`/tdd answer` takes what the disputed test should demand, in one line, e.g. `/tdd answer An empty cart costs 0.`",
} as const;

const neverAllowed =
  "`/tdd allow` opens no file that decides how the project is built, run or judged: CI workflows, runner and package configuration, lock files, dot-files. If the issue needs one, list it in the issue by its own line, then `/tdd run`.";

/** An exact path inside the repository: no glob, no way out, nothing that reads as an option. */
function isSafePath(path: string): boolean {
  if (!/^[^\\*?[\]{}"'`<>|:;&$()!-][^\\*?{}"'`<>|;&$!]{0,399}$/.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
