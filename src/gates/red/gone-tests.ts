import type { Coverage } from "../../domain/answers.ts";
import { testsNamed } from "../../domain/named-tests.ts";
import type { TestRun } from "../../domain/test-run.ts";
import { isWholeRun, passedIds } from "../../domain/test-run.ts";

/**
 * Tests that a run never came to: they passed on the base and are not in it, or their writer announced
 * them, their text is there, and no test of that name ended in any way. Where one panic or one thrown
 * error ends the process, all that stand behind it are gone.
 */
export function goneTests(
  baseline: TestRun | null,
  now: TestRun,
  announced: readonly string[],
): readonly string[] {
  if (now.kind !== "finished" || now.loadFailures.length > 0) return [];
  const ids = now.cases.map((test) => test.id);
  if (ids.length === 0 || ids.some(isWholeRun)) return [];
  const ran = new Set(ids);
  const old = baseline === null ? [] : passedIds(baseline).filter((id) => !ran.has(id));
  const parts = new Set(ids.flatMap((id) => id.split(SEPARATOR)));
  const hasRun = (name: string) => parts.has(lastPart(name)) || testsNamed(name, ids).length > 0;
  return [...old, ...announced.filter((name) => !hasRun(name))];
}

/** Some runners name a test by its assertions: the title is a part of each id then. */
const SEPARATOR = /::|\s+[>›]\s+|\//u;

function lastPart(name: string): string {
  return name.split(SEPARATOR).at(-1) ?? name;
}

/** The names that a writer gave its tests in its answer and that are heads of tests in what it wrote. */
export function announcedTests(
  coverage: readonly Coverage[],
  texts: Readonly<Record<string, { readonly text: string }>>,
): readonly string[] {
  const written = Object.values(texts).map(({ text }) => text);
  const names = coverage.flatMap(({ tests, preserved }) => (preserved ? [] : tests));
  return [...new Set(names)].filter((name) => {
    const last = lastPart(name);
    return written.some((text) => isHead(last, text));
  });
}

/** `func TestAdd(`, `def test_add(`, `test("adds", …)`: not a suite, whose name no run needs to print. */
function isHead(name: string, text: string): boolean {
  const word = name.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  const named = `\\b(?:func|def|fn|function|void)\\s+${word}\\s*\\(`;
  const titled = `\\b(?:test|it|tape|specify|scenario)(?:\\.\\w+)*\\(\\s*(["'\`])${word}\\1`;
  return new RegExp(`${named}|${titled}`, "u").test(text);
}
