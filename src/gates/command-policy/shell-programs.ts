import type { Feed, Inspection } from "./inspection.ts";
import { programOf } from "./program-names.ts";
import { FILE_WITH, HIDDEN, PRINTED, UNKNOWN } from "./words.ts";

const valued = new Set(["-o", "+o", "-O", "+O", "--rcfile", "--init-file"]);

interface Call {
  /** True when the first operand is the script itself. */
  readonly isText: boolean;
  readonly readsInput: boolean;
  readonly operands: readonly string[];
}

/** A shell: its `-c` text is a script, its first operand a file, and without either it reads its input. */
export function judgeShell(argv: readonly string[], feed: Feed, look: Inspection): void {
  const call = readCall(argv.slice(1));
  const [first, ...rest] = call.operands;
  if (call.isText && feed.kind === "hidden" && (first ?? "").includes(PRINTED))
    look.report("fetched_program", `… | ${argv.join(" ").replaceAll(PRINTED, "$(…)")}`);
  if (call.isText) {
    judgeText(first ?? "", rest, look);
    return;
  }
  const isInput = first === undefined || first === "-" || first === "/dev/stdin";
  if (isInput || call.readsInput) {
    judgeInput(argv, feed, look);
    return;
  }
  judgeFile(first, feed, look);
}

function readCall(args: readonly string[]): Call {
  const operands: string[] = [];
  let isText = false;
  let readsInput = false;
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? "";
    if (operands.length > 0 || !/^[-+]./.test(arg)) operands.push(arg);
    else if (valued.has(arg)) i += 1;
    else {
      isText ||= /^-[A-Za-z]*c[A-Za-z]*$/.test(arg) || /^--?command$/i.test(arg);
      readsInput ||= /^-[A-Za-z]*s[A-Za-z]*$/.test(arg) && !/^-[A-Za-z]*c/.test(arg);
    }
  }
  return { isText, readsInput, operands };
}

/** `sh -c TEXT NAME WORD…`: the words are `$0`, `$1` … of the text. */
function judgeText(text: string, words: readonly string[], look: Inspection): void {
  const [name, ...rest] = words;
  if (name !== undefined) look.variables.set("0", name);
  if (rest.length > 0) setWords(rest, look);
  judgeScriptText(text, look);
}

/** `$1`, `$2` … and all of them. */
export function setWords(words: readonly string[], look: Inspection): void {
  words.forEach((word, i) => {
    look.variables.set(String(i + 1), word);
  });
  look.variables.set("@", words.join(" "));
  look.variables.set("*", words.join(" "));
}

/** A text that is run as a script, from wherever it comes. */
export function judgeScriptText(text: string, look: Inspection): void {
  if (text.includes(HIDDEN)) {
    look.report("fetched_program", "a text that was fetched or decoded");
    return;
  }
  if (text.trim() === UNKNOWN) {
    look.report("hidden_program", "a text that is not written here");
    return;
  }
  look.script(text);
}

function judgeInput(argv: readonly string[], feed: Feed, look: Inspection): void {
  if (feed.kind === "hidden") look.report("fetched_program", `… | ${argv.join(" ")}`);
  if (feed.kind === "text") judgeScriptText(feed.text, look);
}

/** A file that a shell or an interpreter runs. */
export function judgeFile(path: string, feed: Feed, look: Inspection): void {
  if (path === "/dev/stdin") judgeInput([path], feed, look);
  const written = look.written.get(programOf(path));
  if (written !== undefined) judgeScriptText(written, look);
  if (path.startsWith(FILE_WITH)) {
    judgeScriptText(path.slice(FILE_WITH.length), look);
    return;
  }
  if (path.includes(HIDDEN) || look.fetched.has(programOf(path)))
    look.report("fetched_program", path.includes(HIDDEN) ? "a file that was fetched" : path);
}
