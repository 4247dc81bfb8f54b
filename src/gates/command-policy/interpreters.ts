import type { Feed, Inspection } from "./inspection.ts";
import { plainFeed } from "./inspection.ts";
import { isCritical, isEverything } from "./paths.ts";
import { programOf } from "./program-names.ts";
import { judgeFile } from "./shell-programs.ts";
import { HIDDEN } from "./words.ts";

/** The option behind which an interpreter takes code. */
const codeOptions: Readonly<Record<string, RegExp>> = {
  python: /^-[A-Za-z]*c$/,
  node: /^(-e|-p|-pe|--eval|--print)$/,
  nodejs: /^(-e|-p|-pe|--eval|--print)$/,
  bun: /^(-e|--eval)$/,
  deno: /^eval$/,
  perl: /^-[A-Za-z]*[eE]$/,
  ruby: /^-[A-Za-z]*e$/,
  php: /^-r$/,
  lua: /^-e$/,
  osascript: /^-e$/,
  awk: /^(?!-)/,
  gawk: /^(?!-)/,
  mawk: /^(?!-)/,
};

/** An interpreter by its bare name, without the version: `python3.12` is `python`. */
function interpreterOf(program: string): string | null {
  const name = programOf(program).replace(/[\d.]+$/, "");
  return Object.hasOwn(codeOptions, name) ? name : null;
}

/** Whether a program is an interpreter of another language than a shell's. */
export function isInterpreter(program: string): boolean {
  return interpreterOf(program) !== null;
}

/** Whether a call has its code in its own words, as with `-c` or `-e`. */
export function givesCode(argv: readonly string[]): boolean {
  const name = interpreterOf(argv[0] ?? "");
  return name !== null && !name.endsWith("awk") && codeAt(name, argv.slice(1)) !== -1;
}

/** Where the option for code stands, -1 when there is none before the first operand. */
function codeAt(name: string, args: readonly string[]): number {
  const option = codeOptions[name];
  const at = args.findIndex((arg) => option?.test(arg) === true);
  const first = args.findIndex((arg) => !arg.startsWith("-"));
  return first === -1 || at <= first ? at : -1;
}

/** Code given in the command is searched for commands and removals; code that was fetched is refused. */
export function judgeInterpreter(argv: readonly string[], feed: Feed, look: Inspection): void {
  const [program = "", ...args] = argv;
  const name = interpreterOf(program) ?? "";
  const at = codeAt(name, args);
  const code = args[name.endsWith("awk") ? at : at + 1];
  if (at !== -1) judgeCode(code ?? "", argv.join(" "), look);
  else judgeProgramFile(argv, feed, look);
}

/** `python3 FILE`, `python3 -m MODULE`, or a program on standard input. */
function judgeProgramFile(argv: readonly string[], feed: Feed, look: Inspection): void {
  const args = argv.slice(1);
  const first = args.findIndex((arg) => !arg.startsWith("-"));
  const isModule = /^-[A-Za-z]*m$/.test(args[first - 1] ?? "");
  if (isModule) look.argv(args.slice(first), plainFeed);
  else if (first !== -1) judgeFile(args[first] ?? "", feed, look);
  else if (feed.kind === "hidden" && !args.includes("--version"))
    look.report("fetched_program", `… | ${argv.join(" ")}`);
}

const starts =
  /\b(system|popen|exec\w*|spawn\w*|call|check_call|check_output|run|shell_exec|passthru|qx|shell)\b|`/;
const decodes =
  /\b(b64decode|fromhex|atob|unhexlify|decode_base64|base64_decode|unpack|rot13)\b|['"](base64|hex)['"]/;
const evaluates = /\b(eval|exec|Function|compile|system|execSync|spawnSync|popen)\b/;
const fetches =
  /\b(urlopen|urlretrieve|requests\.get|fetch|https?\.get|LWP|open-uri|URI\.open|file_get_contents)\b/;
const removes = /\b(rmtree|rmSync|rm_rf|rm_r|remove_tree|rimraf|removedirs|rm)\b\W/;
const literal = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`/g;

function judgeCode(code: string, all: string, look: Inspection): void {
  if (code.includes(HIDDEN)) {
    look.report("fetched_program", "code that was fetched or decoded");
    return;
  }
  if (evaluates.test(code) && (decodes.test(code) || fetches.test(all)))
    look.report("fetched_program", code);
  if (/socket/i.test(code) && /\/bin\/\w*sh\b/.test(code)) look.report("remote_shell", code);
  const literals = literalsIn(code);
  const isLoss = literals.some((text) => isCritical(text) || (text !== "" && isEverything(text)));
  if (removes.test(code) && isLoss) look.report("removes_tree", code);
  if (starts.test(code)) judgeLiterals(literals, look);
}

/** What stands in quotes, and, as code may be given to `exec`, what stands in quotes inside of that. */
function literalsIn(code: string): string[] {
  const outer = [...code.matchAll(literal)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  const inner = outer
    .filter((text) => starts.test(text))
    .flatMap((text) => [...text.replace(/\\(["'`])/g, "$1").matchAll(literal)])
    .map(([, a, b, c]) => a ?? b ?? c ?? "");
  return [...outer, ...inner];
}

/** A literal with white space may be a command line; all of them together may be an argument list. */
function judgeLiterals(literals: readonly string[], look: Inspection): void {
  for (const text of literals) {
    if (/^[\w./~$(]\S*\s/.test(text) && !/[()]\s*$/.test(text)) look.script(text);
  }
  literals.forEach((text, i) => {
    if (/^[\w./-]+$/.test(text)) look.argv(literals.slice(i), plainFeed);
  });
}
