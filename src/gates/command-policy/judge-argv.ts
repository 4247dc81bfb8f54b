import { minimatch } from "minimatch";
import type { Feed, Inspection } from "./inspection.ts";
import { plainFeed } from "./inspection.ts";
import { isInterpreter, judgeInterpreter } from "./interpreters.ts";
import { isFetcher, programOf, shells } from "./program-names.ts";
import { dangerous, judgeProgram } from "./program-rules.ts";
import { findCommands, judgeUnknown } from "./removals.ts";
import { judgeFile, judgeScriptText, judgeShell, setWords } from "./shell-programs.ts";
import { HIDDEN, PRINTED, UNKNOWN } from "./words.ts";
import { innerOf } from "./wrappers.ts";
import { judgeXargs } from "./xargs.ts";

/** Judges one program with its arguments, and whatever it starts in its turn. */
export function judgeArguments(argv: readonly string[], feed: Feed, look: Inspection): void {
  const name = programOf(argv[0] ?? "");
  if (name === "") return;
  const code = judgeProgram(argv);
  if (code !== null) look.report(code, argv.join(" "));
  judgeSpecial(name, argv, feed, look);
  for (const inner of innerOf(argv)) {
    if (inner.kind === "text") judgeScriptText(inner.text, look);
    else look.argv(inner.argv, feed);
  }
}

function judgeSpecial(name: string, argv: readonly string[], feed: Feed, look: Inspection): void {
  if (shells.has(name)) {
    judgeShell(argv, feed, look);
    return;
  }
  if (isInterpreter(name)) {
    judgeInterpreter(argv, feed, look);
    return;
  }
  if (isFetcher(name)) {
    rememberFetched(argv, look);
    return;
  }
  const special = Object.hasOwn(specials, name) ? specials[name] : undefined;
  if (special !== undefined) {
    special(argv.slice(1), feed, look);
    return;
  }
  if (!/^[\w@.+-]+$/.test(name)) {
    judgeUnclear(name, argv, look);
    return;
  }
  judgeFile(argv[0] ?? "", plainFeed, look);
}

type Special = (args: readonly string[], feed: Feed, look: Inspection) => void;

/** Builtins and programs that run their arguments in a way of their own. */
const specials: Readonly<Record<string, Special>> = {
  eval: (args, _feed, look) => judgeScriptText(args.join(" "), look),
  trap: (args, _feed, look) =>
    judgeScriptText(args[0] === "--" ? (args[1] ?? "") : (args[0] ?? ""), look),
  alias: (args, _feed, look) => {
    for (const arg of args) if (arg.includes("=")) look.script(arg.slice(arg.indexOf("=") + 1));
  },
  source: (args, feed, look) => judgeFile(args[0] ?? "", feed, look),
  ".": (args, feed, look) => judgeFile(args[0] ?? "", feed, look),
  set: (args, _feed, look) => {
    const at = args.indexOf("--");
    if (at !== -1) setWords(args.slice(at + 1), look);
  },
  find: (args, feed, look) => {
    for (const command of findCommands(args)) look.argv(command, feed);
  },
  xargs: judgeXargs,
  fd: judgeAfter(/^(-x|-X|--exec|--exec-batch)$/),
  git: (args, _feed, look) => {
    const at = args.indexOf("foreach");
    if (args.includes("submodule") && at !== -1) look.script(args.slice(at + 1).join(" "));
    for (const arg of args) {
      const text = /^(?:alias\.\w+=!|core\.sshCommand=|core\.pager=)(.*)/s.exec(arg)?.[1];
      if (text !== undefined) look.script(text);
    }
  },
  tar: (args, _feed, look) => {
    for (const arg of args) {
      const text = /^--(?:checkpoint-action=exec|to-command|use-compress-program)=(.*)/s.exec(
        arg,
      )?.[1];
      if (text !== undefined) look.script(text);
    }
  },
  concurrently: judgeTexts,
  nodemon: (args, _feed, look) => {
    const at = args.findIndex((arg) => /^(-x|--exec)$/.test(arg));
    if (at !== -1) look.script(args[at + 1] ?? "");
  },
};

function judgeAfter(option: RegExp): Special {
  return (args, feed, look) => {
    const at = args.findIndex((arg) => option.test(arg));
    if (at !== -1) look.argv(args.slice(at + 1), feed);
  };
}

function judgeTexts(args: readonly string[], _feed: Feed, look: Inspection): void {
  for (const arg of args) if (/\s/.test(arg)) look.script(arg);
}

/** A program that a variable, a substitution or a pattern names. */
function judgeUnclear(name: string, argv: readonly string[], look: Inspection): void {
  if (name.includes(HIDDEN)) look.report("fetched_program", "a program whose name was decoded");
  const known = /[*?[\]]/.test(name) ? dangerous.filter((word) => minimatch(word, name)) : [];
  const codes = known.map((word) => judgeProgram([word, ...argv.slice(1)]));
  const isOpen = name.includes(UNKNOWN) || name.includes(PRINTED);
  const code = [...codes, isOpen ? judgeUnknown(argv.slice(1)) : null].find((c) => c !== null);
  if (code !== undefined && code !== null) look.report(code, argv.join(" "));
}

/** Notes the files that a fetcher writes, so that running one of them is seen. */
function rememberFetched(argv: readonly string[], look: Inspection): void {
  const args = argv.slice(1);
  args.forEach((arg, i) => {
    const named = /^(-[a-zA-Z]*[oO]|--output|--output-document|--out)$/.test(arg)
      ? args[i + 1]
      : null;
    const glued = /^--(?:output|output-document|out)=(.+)/.exec(arg)?.[1];
    const last = /^[a-z]+:\/\/[^/]+\/.*?([^/?#]+)(?:[?#].*)?$/i.exec(arg)?.[1];
    for (const file of [named, glued, last]) {
      if (file !== undefined && file !== null && file !== "-") look.fetched.add(programOf(file));
    }
  });
}
