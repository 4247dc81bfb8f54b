import type { Fact } from "../../domain/fact.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import type { AddedLine } from "./added-lines.ts";
import { addedLines } from "./added-lines.ts";
import { lineRules } from "./line-rules.ts";
import { literalFacts } from "./literal-facts.ts";

/** More are not shown: by then the change is one to read whole. */
const mostFacts = 40;

/**
 * Reads the static rules off a diff; the same diff gives the same facts, in its order.
 * @param diff from the base to the finished tree, as git prints it: RED's tests are in it, too
 * @param globs more globs of test files, from the configuration
 */
export function findFacts(diff: string, globs: readonly string[]): Fact[] {
  const added = addedLines(diff);
  const isTest = ({ path }: AddedLine): boolean => isTestPath(path, globs);
  const code = added.filter((line) => !isTest(line) && isCode(line.path));
  const found = code.flatMap((line) => [
    ...lineRules
      .filter(({ pattern, only }) => pattern.test(line.text) && (only?.test(line.path) ?? true))
      .map(({ rule, what }) => ({ rule, path: line.path, line: line.line, what })),
  ]);
  const facts = [...found, ...literalFacts(code, added.filter(isTest))];
  return inOrder(facts, code).slice(0, mostFacts);
}

/** Prose and data are not run. */
export function isCode(path: string): boolean {
  return !/[.](md|mdx|rst|adoc|txt|json|ya?ml|toml|lock|svg|csv)$/i.test(path);
}

function inOrder(facts: readonly Fact[], code: readonly AddedLine[]): Fact[] {
  const places = new Map(code.map(({ path, line }, index) => [`${path}:${line}`, index]));
  const placeOf = ({ path, line }: Fact): number => places.get(`${path}:${line}`) ?? 0;
  return [...facts].sort((a, b) => placeOf(a) - placeOf(b));
}
