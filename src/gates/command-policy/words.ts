import type { ParsedScript, Redirection, Word, WordPart } from "unbash";
import { hides } from "./hides.ts";
import { programOf } from "./program-names.ts";

/** Stands for a value that is only known when the command runs. */
export const UNKNOWN = "\u0000";
/** Stands for what was fetched from the network or decoded. */
export const HIDDEN = "\u0001";
/** Stands for what a program of this machine prints. */
export const PRINTED = "\u0002";
/** Begins a word that is the path of a file whose text follows, as `<(…)` makes one. */
export const FILE_WITH = "\u0003";

/** Variables by name, as far as the command itself says what they hold. */
export type Variables = Map<string, string>;

const BREAK = "\u0004";

/** The words that a shell makes of one written word, with marks for what cannot be known. */
export function readWord(word: Word, variables: Variables): string[] {
  const pieces = (word.parts ?? []).map((part) => readPart(part, variables, false));
  const texts = word.parts === undefined ? [word.value] : combined(pieces);
  return texts.flatMap((text) => (text === "" ? [""] : text.split(BREAK).filter((t) => t !== "")));
}

/** The same as one text, as in an assignment or a here-string. */
export function readText(word: Word, variables: Variables): string {
  if (word.parts === undefined) return word.value;
  return joined(word.parts, variables, true);
}

/** Every alternative of every piece with each of the others; braces are the only alternatives. */
function combined(pieces: readonly (readonly string[])[]): string[] {
  let texts = [""];
  for (const piece of pieces) {
    if (texts.length * piece.length > 64) return [UNKNOWN];
    texts = texts.flatMap((text) => piece.map((alternative) => text + alternative));
  }
  return texts;
}

function joined(parts: readonly WordPart[], variables: Variables, quoted: boolean): string {
  return parts.map((part) => readPart(part, variables, quoted)[0] ?? "").join("");
}

function readPart(part: WordPart, variables: Variables, quoted: boolean): string[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "Glob":
      return [part.value];
    case "DoubleQuoted":
    case "LocaleString":
      return [joined(part.parts, variables, true)];
    case "BraceExpansion":
      return alternatives(part.text);
    case "ExtendedGlob":
      return [part.text];
    default:
      return [readExpansion(part, variables, quoted)];
  }
}

type Expansion = Extract<
  WordPart,
  { type: `${"Simple" | "Parameter" | "Command" | "Arithmetic"}Expansion` | "ProcessSubstitution" }
>;

function readExpansion(part: Expansion, variables: Variables, quoted: boolean): string {
  switch (part.type) {
    case "SimpleExpansion":
      return broken(valueIn(part.text.slice(1), variables), part.text.slice(1), quoted);
    case "ParameterExpansion":
      return broken(readParameter(part, variables), part.index?.value ?? part.parameter, quoted);
    case "CommandExpansion":
      return broken(outputOf(part.script, variables), "", quoted);
    case "ProcessSubstitution": {
      const output = outputOf(part.script, variables);
      return output === HIDDEN || output === PRINTED ? output : FILE_WITH + output;
    }
    default:
      return UNKNOWN;
  }
}

/** White space of an expansion splits words, unless it is quoted; `"$@"` is as many words as there are. */
function broken(text: string, name: string, quoted: boolean): string {
  return quoted && name !== "@" ? text : text.replace(/[ \t\n]+/g, BREAK);
}

function valueIn(name: string, variables: Variables): string {
  return variables.get(name) ?? UNKNOWN;
}

function readParameter(
  { parameter, prefix, operation }: Extract<WordPart, { type: "ParameterExpansion" }>,
  variables: Variables,
): string {
  if (prefix !== undefined) return UNKNOWN;
  const known = variables.get(parameter);
  if (operation === undefined) return known ?? UNKNOWN;
  if (operation.type !== "Default") return UNKNOWN;
  if (operation.operator.endsWith("?")) return known ?? UNKNOWN;
  const isInstead = operation.operator.endsWith("+");
  if (!isInstead && known !== undefined && known !== "") return known;
  return readText(operation.operand, variables);
}

/** `{a,b}` at its commas, each a word of its own; a range is left as it stands. */
function alternatives(text: string): string[] {
  const inner = text.slice(1, -1);
  return /[{}$`'"\\]/.test(inner) || !inner.includes(",") ? [text] : inner.split(",");
}

/** What a substitution gives: the text where it only echoes one, else a mark. */
export function outputOf(script: ParsedScript | undefined, variables: Variables): string {
  const only = script?.commands.length === 1 ? script.commands[0]?.command : undefined;
  if (script !== undefined && hides(script)) return HIDDEN;
  if (only?.type !== "Command" || only.name === undefined) return PRINTED;
  const words = [only.name, ...only.args.flatMap((arg) => (arg.type === "Word" ? [arg] : []))];
  const argv = words.flatMap((word) => readWord(word, variables));
  if (argv.some((word) => word.includes(HIDDEN))) return HIDDEN;
  return echoed(argv) ?? PRINTED;
}

/** The text that `echo` or `printf` writes; null for any other program. */
export function echoed(argv: readonly string[]): string | null {
  const [program = "", ...args] = argv;
  const name = programOf(program);
  if (name === "echo") {
    const text = args.filter((arg) => !/^-[neE]+$/.test(arg)).join(" ");
    return args.some((arg) => /^-[nE]*e/.test(arg)) ? unescaped(text) : text;
  }
  if (name !== "printf") return null;
  const [format = "", ...values] = args[0] === "--" ? args.slice(1) : args;
  return unescaped(formatted(format, values));
}

function formatted(format: string, values: readonly string[]): string {
  const count = format.match(/%[-#0-9.]*[sbqcd]/g)?.length ?? 0;
  if (count === 0) return format;
  const rounds = Math.max(1, Math.ceil(values.length / count));
  let next = 0;
  const once = () =>
    format.replace(/%[-#0-9.]*[sbqcd]/g, () => {
      next += 1;
      return values[next - 1] ?? "";
    });
  return Array.from({ length: Math.min(rounds, 100) }, once).join("");
}

function unescaped(text: string): string {
  return text
    .replace(/\\x([0-9a-f]{1,2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\0?([0-7]{2,3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)))
    .replace(/\\n/g, "\n")
    .replace(/\\t/g, "\t");
}

/** The text that a redirection puts on standard input; null when it is no text. */
export function inputText(redirection: Redirection, variables: Variables): string | null {
  if (redirection.type === "HereString") {
    return redirection.target === undefined ? null : readText(redirection.target, variables);
  }
  if (redirection.type !== "HereDoc") return null;
  const { body, delimiter } = redirection;
  return delimiter?.quoted === true || body.parts === undefined
    ? body.text
    : joined(body.parts, variables, true);
}
