import { parse } from "unbash";
import type { CommandCode, CommandFinding } from "./finding.ts";
import { commandFinding } from "./finding.ts";
import type { Feed, Inspection } from "./inspection.ts";
import { plainFeed } from "./inspection.ts";
import { judgeArguments } from "./judge-argv.ts";
import { walkScript } from "./walk-script.ts";
import { UNKNOWN } from "./words.ts";

export type CommandVerdict =
  | { readonly kind: "pass" }
  | { readonly kind: "refused"; readonly findings: readonly CommandFinding[] };

/** Longer lines and deeper nestings are nobody's test command, and reading them costs time. */
const longest = 20_000;
const deepest = 8;

/**
 * Whether a command line does something that no test, lint or set-up command needs (S1-53, S1-54). It
 * is read as a shell reads it: quotes, expansions, pipelines, substitutions, wrappers such as `env`,
 * `xargs`, `find -exec` and `sh -c` are looked through. A tripwire for accidents and clumsy attacks,
 * not a wall: what a program of the repository does is not seen. The sandbox is the wall.
 * @param allowed lines that pass as they are, exactly
 */
export function judgeCommand(line: string, allowed: readonly string[] = []): CommandVerdict {
  if (allowed.includes(line)) return { kind: "pass" };
  return inspected(line, (look) => look.script(line));
}

/** The same for words that no shell will read. */
export function judgeWords(
  argv: readonly string[],
  allowed: readonly string[] = [],
): CommandVerdict {
  const line = argv.join(" ");
  if (allowed.includes(line)) return { kind: "pass" };
  return inspected(line, (look) => look.argv(argv, plainFeed));
}

function inspected(line: string, judge: (look: Inspection) => void): CommandVerdict {
  const findings: CommandFinding[] = [];
  const seen = new Set<string>();
  const report = (code: CommandCode, shown: string): void => {
    const finding = commandFinding(code, shown.replaceAll(UNKNOWN, "…"));
    const key = `${code} ${finding.shown}`;
    if (!seen.has(key)) findings.push(finding);
    seen.add(key);
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (line.length > longest || /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(line)) {
    report("unreadable", line);
  } else {
    judge(inspection(report));
  }
  return findings.length === 0 ? { kind: "pass" } : { kind: "refused", findings };
}

function inspection(report: Inspection["report"]): Inspection {
  let depth = 0;
  const deeper = (what: string, work: () => void): void => {
    depth += 1;
    if (depth > deepest) report("unreadable", what);
    else work();
    depth -= 1;
  };
  const look: Inspection = {
    variables: new Map([
      ["HOME", "~"],
      ["PWD", "."],
      ["OLDPWD", ".."],
      ["IFS", " "],
    ]),
    fetched: new Set(),
    written: new Map(),
    report,
    script: (text) => deeper(text, () => walkScript(parse(markable(text)), text, look)),
    argv: (argv: readonly string[], feed: Feed) =>
      deeper(argv.join(" "), () => judgeArguments(argv, feed, look)),
  };
  return look;
}

/** A text that is not known whole is parsed with an unknown variable in the gaps. */
function markable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are control characters.
  return text.replace(/[\u0000-\u0004]/g, "$__unknown__");
}
