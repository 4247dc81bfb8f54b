import type { Assignment, Command, ParsedScript, Pipeline, Redirection, SyntaxNode } from "unbash";
import { forEachChild } from "unbash";
import { judgeEndless } from "./endless.ts";
import { hides } from "./hides.ts";
import type { Feed, Inspection } from "./inspection.ts";
import { plainFeed } from "./inspection.ts";
import { givesCode } from "./interpreters.ts";
import { judgeWrite } from "./paths.ts";
import { isDecoder, isFetcher, programOf } from "./program-names.ts";
import { echoed, HIDDEN, inputText, readText, readWord } from "./words.ts";

/** Judges every command of a script, at any depth, in the order in which it is written. */
export function walkScript(script: ParsedScript, text: string, look: Inspection): void {
  if ((script.errors?.length ?? 0) > 0) look.report("unreadable", text);
  for (const statement of script.commands) visit(statement, plainFeed, look);
}

function visit(node: SyntaxNode, feed: Feed, look: Inspection): void {
  switch (node.type) {
    case "Command":
      visitCommand(node, feed, look);
      return;
    case "Pipeline":
      visitPipeline(node, feed, look);
      return;
    case "Function":
    case "While":
    case "ArithmeticFor":
      judgeEndless(node, look);
      visitChildren(node, feed, look);
      return;
    case "Redirected":
      judgeRedirections(node.redirects, look);
      visitChildren(node, feedOf(node.redirects, feed, look), look);
      return;
    case "For":
      look.variables.delete(node.name.value);
      visitChildren(node, feed, look);
      return;
    default:
      visitChildren(node, feed, look);
      return;
  }
}

/** Substitutions are parsed scripts among the children; what they hold runs as well. */
function visitChildren(node: SyntaxNode, feed: Feed, look: Inspection): void {
  if (node.type === "Script" && "errors" in node && (node.errors?.length ?? 0) > 0)
    look.report("unreadable", "a substitution");
  forEachChild(node, (child) => visit(child, feed, look));
}

function visitCommand(command: Command, fed: Feed, look: Inspection): void {
  assign(command, look);
  judgeRedirections(command.redirects, look);
  forEachChild(command, (child) => visitChildren(child, plainFeed, look));
  const argv = wordsOf(command, look);
  const feed = feedOf(command.redirects, fed, look);
  if (argv.length > 0) look.argv(argv, feed);
  rememberRedirected(argv, command, feed, look);
}

/** `X=rm`, also before a program, and as an argument of `export`; an array is all of its words. */
function assign({ prefix, args }: Command, look: Inspection): void {
  for (const part of [...prefix, ...args]) {
    if (part.type !== "Assignment") continue;
    const { name, value } = part;
    const words = value.type === "Word" ? [value] : value.elements;
    look.variables.set(name, words.map((word) => readText(word, look.variables)).join(" "));
  }
}

function wordsOf({ name, args }: Command, look: Inspection): string[] {
  if (name === undefined) return [];
  const rest = args.flatMap((arg) =>
    arg.type === "Word" ? readWord(arg, look.variables) : [assignmentText(arg, look)],
  );
  return [...readWord(name, look.variables), ...rest];
}

function assignmentText({ name, value }: Assignment, look: Inspection): string {
  return value.type === "Word" ? `${name}=${readText(value, look.variables)}` : `${name}=()`;
}

function judgeRedirections(redirections: readonly Redirection[], look: Inspection): void {
  for (const redirection of redirections) {
    if (redirection.type !== "Redirect" || redirection.target === undefined) continue;
    const path = readText(redirection.target, look.variables);
    const code = judgeWrite(path);
    const isInput = redirection.operator === "<" || redirection.operator === "<&";
    if (code !== null && (!isInput || code === "remote_shell"))
      look.report(code, `${redirection.operator} ${path}`);
  }
}

function feedOf(redirections: readonly Redirection[], fed: Feed, look: Inspection): Feed {
  let feed = fed;
  for (const redirection of redirections) {
    const text = inputText(redirection, look.variables);
    if (text !== null) feed = asFeed(text);
    else if (redirection.type === "Redirect" && redirection.operator === "<")
      feed = fileFeed(redirection, look);
  }
  return feed;
}

function fileFeed(redirection: Extract<Redirection, { type: "Redirect" }>, look: Inspection): Feed {
  const { target } = redirection;
  const path = target === undefined ? "" : readText(target, look.variables);
  const isHidden = path.includes(HIDDEN) || look.fetched.has(programOf(path));
  return isHidden ? { kind: "hidden" } : plainFeed;
}

function asFeed(text: string): Feed {
  return text.includes(HIDDEN) ? { kind: "hidden" } : { kind: "text", text };
}

/** What a command writes into files, as far as it can be run afterwards. */
function rememberRedirected(
  argv: readonly string[],
  { redirects }: Command,
  feed: Feed,
  look: Inspection,
): void {
  const isHidden =
    isFetcher(programOf(argv[0] ?? "")) || isDecoder(programOf(argv[0] ?? ""), argv.slice(1));
  const text = printedText(argv, feed);
  for (const file of filesWritten(redirects, look)) {
    if (isHidden) look.fetched.add(file);
    else if (text !== null) look.written.set(file, text);
  }
}

/** Base names of the files that redirections write. */
function filesWritten(redirections: readonly Redirection[], look: Inspection): string[] {
  return redirections.flatMap((redirection) => {
    if (redirection.type !== "Redirect" || redirection.target === undefined) return [];
    const isOutput = redirection.operator.includes(">");
    return isOutput ? [programOf(readText(redirection.target, look.variables))] : [];
  });
}

/** The text that a program writes, where the command itself says it. */
function printedText(argv: readonly string[], feed: Feed): string | null {
  const text = echoed(argv);
  if (text !== null) return text;
  const isPassing = programOf(argv[0] ?? "") === "cat" && argv.length === 1;
  return isPassing && feed.kind === "text" ? feed.text : null;
}

function visitPipeline({ commands }: Pipeline, feed: Feed, look: Inspection): void {
  let coming = feed;
  for (const command of commands) {
    visit(command, coming, look);
    coming = outputFeed(command, coming, look);
  }
}

/** What a stage of a pipeline hands on. A text that is changed on its way is as good as encoded. */
function outputFeed(node: SyntaxNode, coming: Feed, look: Inspection): Feed {
  if (hides(node) || coming.kind === "hidden") return { kind: "hidden" };
  return node.type === "Command" ? outputOfCommand(node, coming, look) : plainFeed;
}

function outputOfCommand(command: Command, coming: Feed, look: Inspection): Feed {
  const argv = wordsOf(command, look);
  const feed = feedOf(command.redirects, coming, look);
  const text = printedText(argv, feed);
  if (text !== null) return asFeed(text);
  if (programOf(argv[0] ?? "") === "tee") return feed;
  const isFetched = argv.some((arg) => look.fetched.has(programOf(arg)));
  if (givesCode(argv)) return { kind: "hidden" };
  return isFetched || feed.kind !== "plain" ? { kind: "hidden" } : plainFeed;
}
