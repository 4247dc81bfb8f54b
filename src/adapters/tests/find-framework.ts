import type { Framework, RepositoryFacts } from "./framework.ts";
import { anyFramework } from "./frameworks/any-framework.ts";
import { frameworkNamed, frameworks } from "./frameworks.ts";
import { orchestrated } from "./package-orchestrators.ts";
import { commandsOf, scriptName } from "./read/command-line.ts";
import { hasDependency, readPackageJson } from "./read/package-json.ts";
import { taskRecipe } from "./read/task-recipe.ts";

/** Scripts that call scripts are followed this deep. */
const SCRIPT_DEPTH = 4;

/** The framework that a command is taken to run, and what told so. */
export interface Assumed {
  readonly framework: Framework;
  /** A clause for a person, such as "named in the command". */
  readonly why: string;
}

/** Which framework a command ends up running. */
export function findFramework(
  named: string | null,
  command: string,
  facts: RepositoryFacts,
): Framework {
  return assumeFramework(named, command, facts).framework;
}

/**
 * Which framework a command ends up running, by its name, its words, or the script or recipe behind it.
 * Other files of the repository do not count: a command says what is run, they say what could be.
 */
export function assumeFramework(
  named: string | null,
  command: string,
  facts: RepositoryFacts,
): Assumed {
  const known = named === null ? null : frameworkNamed(named);
  if (known !== null) return { framework: known, why: "as configured" };
  return (
    byWords(command, facts, SCRIPT_DEPTH) ??
    byFiles(command, facts) ?? {
      framework: anyFramework,
      why: orchestrated(behind(command, facts), facts) ?? nothingTells,
    }
  );
}

const nothingTells = "nothing in the command names one";

/** What is behind a command says more than its words, which may name a package or a directory. */
function byWords(command: string, facts: RepositoryFacts, depth: number): Assumed | null {
  for (const part of depth === 0 ? [] : commandsOf(command)) {
    const followed = behindPart(part, facts);
    if (followed === null) continue;
    const found = byWords(followed.text, facts, depth - 1);
    if (found !== null) return { framework: found.framework, why: followed.why };
  }
  // A recipe that names nothing is no build of CMake's, which `make test` would be without one.
  const isMade = commandsOf(command).every((part) => taskRecipe(part, facts.text) !== null);
  const framework = isMade ? null : firstNamed(command);
  return framework === null ? null : { framework, why: "named in the command" };
}

/** The one whose words come first: `node --test packages/vitest-plugin` is Node's own runner. */
function firstNamed(command: string): Framework | null {
  let first: { at: number; framework: Framework } | null = null;
  for (const framework of frameworks) {
    const at = command.search(framework.runs);
    if (at !== -1 && (first === null || at < first.at)) first = { at, framework };
  }
  return first?.framework ?? null;
}

function behindPart(
  part: string,
  facts: RepositoryFacts,
): { readonly text: string; readonly why: string } | null {
  const script = behind(part, facts);
  if (script !== part) return { text: script, why: `script of package.json: ${clause(script)}` };
  const recipe = taskRecipe(part, facts.text);
  return recipe === null
    ? null
    : { text: recipe.text, why: `target ${recipe.target} of ${recipe.file}` };
}

function clause(script: string): string {
  const line = script.replace(/\s+/g, " ").trim();
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}

/** `node test/test.js` says nothing; the library that the file is written with does. */
function byFiles(command: string, facts: RepositoryFacts): Assumed | null {
  const script = behind(command, facts);
  const file = /\bnode\s+(?:-{1,2}\S+\s+)*(\S+\.[cm]?js)\b/.exec(script)?.[1];
  if (file === undefined) return null;
  const text = facts.text(file.replace(/^\.\//, ""));
  const name = text === null ? null : importedRunner(text);
  const framework = name === null ? null : frameworkNamed(name);
  if (framework !== null) return { framework, why: `imported by ${file}` };
  const tape = hasDependency(facts, "tape") ? frameworkNamed("tape") : null;
  return tape === null ? null : { framework: tape, why: "a dependency of package.json" };
}

function importedRunner(text: string): string | null {
  if (/["']node:test["']/.test(text)) return "node:test";
  return /["']tape["']/.test(text) ? "tape" : null;
}

/** The text of the script that an npm command runs; any other command is its own. */
export function behind(command: string, facts: RepositoryFacts): string {
  const name = scriptName(command);
  const scripts = readPackageJson(facts.text("package.json"))?.scripts ?? {};
  return (name === null ? undefined : scripts[name]) ?? command;
}

/**
 * How often a command starts this framework's runner, as far as its words and what is behind them tell:
 * runs one after another would write over each other's report.
 */
export function timesRun(
  command: string,
  { runs }: Pick<Framework, "runs">,
  facts: RepositoryFacts,
  depth = SCRIPT_DEPTH,
): number {
  return commandsOf(command)
    .map((part) => {
      const followed = depth === 0 ? null : behindPart(part, facts);
      if (followed !== null) return timesRun(followed.text, { runs }, facts, depth - 1);
      return runs.test(part) ? 1 : 0;
    })
    .reduce((sum: number, times) => sum + times, 0);
}
