import type { Framework, RepositoryFacts } from "./framework.ts";
import { anyFramework } from "./frameworks/any-framework.ts";
import { frameworkNamed, frameworks } from "./frameworks.ts";
import { commandsOf, scriptName } from "./read/command-line.ts";
import { hasDependency, readPackageJson } from "./read/package-json.ts";

/** Scripts that call scripts are followed this deep. */
const SCRIPT_DEPTH = 4;

/** Which framework a command ends up running, by its name, its words, or the npm script behind it. */
export function findFramework(
  named: string | null,
  command: string,
  facts: RepositoryFacts,
): Framework {
  const known = named === null ? null : frameworkNamed(named);
  return known ?? byWords(command, facts, SCRIPT_DEPTH) ?? byFiles(command, facts) ?? anyFramework;
}

function byWords(command: string, facts: RepositoryFacts, depth: number): Framework | null {
  const direct = frameworks.find((framework) => framework.runs.test(command)) ?? null;
  if (direct !== null || depth === 0) return direct;
  const scripts = commandsOf(command).map((part) => behind(part, facts));
  const followed = scripts.filter((script) => script !== command);
  return (
    followed.map((script) => byWords(script, facts, depth - 1)).find((found) => found !== null) ??
    null
  );
}

/** `node test/test.js` says nothing; the library that the file is written with does. */
function byFiles(command: string, facts: RepositoryFacts): Framework | null {
  const script = behind(command, facts);
  const file = /\bnode\s+(?:-{1,2}\S+\s+)*(\S+\.[cm]?js)\b/.exec(script)?.[1];
  const text = file === undefined ? null : facts.text(file.replace(/^\.\//, ""));
  if (text !== null && /["']node:test["']/.test(text)) return frameworkNamed("node:test");
  if (text !== null && /["']tape["']/.test(text)) return frameworkNamed("tape");
  return file !== undefined && hasDependency(facts, "tape") ? frameworkNamed("tape") : null;
}

/** The text of the script that an npm command runs; any other command is its own. */
export function behind(command: string, facts: RepositoryFacts): string {
  const name = scriptName(command);
  const scripts = readPackageJson(facts.text("package.json"))?.scripts ?? {};
  return (name === null ? undefined : scripts[name]) ?? command;
}
