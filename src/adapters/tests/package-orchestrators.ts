import type { RepositoryFacts } from "./framework.ts";
import { commandsOf } from "./read/command-line.ts";
import { packageDirectories } from "./workspaces.ts";

/** Tools that run a task in many packages, and mix or hide what each of them prints. */
const ORCHESTRATORS =
  /^\s*(?:\w+=\S*\s+)*(?:(?:npx|bunx|pnpm(?:\s+(?:exec|dlx))?|yarn(?:\s+(?:exec|dlx))?)\s+(?:-\S+\s+)*)?(turbo|nx|lerna|moon|rush|wireit|bazel|bazelisk|pants|buck2|please|plz)(?:\s|$)/;

/** Packages that are named to a person; more are counted. */
const MOST_NAMED = 3;

/**
 * What to tell of a command that runs packages by a tool of its own: the report of none of them can be
 * had through it.
 * @returns a clause; null for any other command
 */
export function orchestrated(command: string, facts: RepositoryFacts): string | null {
  const tool = commandsOf(command)
    .map((part) => ORCHESTRATORS.exec(part)?.[1])
    .find((name) => name !== undefined);
  if (tool === undefined) return null;
  const dirs = packageDirectories(facts);
  const named = dirs.slice(0, MOST_NAMED).join(", ");
  const more = dirs.length > MOST_NAMED ? ` and ${dirs.length - MOST_NAMED} more` : "";
  const what = dirs.length === 0 ? "the packages" : `${named}${more}`;
  return `${tool} hides the reports of what it runs: list ${what} below \`projects:\` in .github/tdd-loop.yml, each with its own test command`;
}
