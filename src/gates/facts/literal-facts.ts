import type { Fact } from "../../domain/fact.ts";
import type { AddedLine } from "./added-lines.ts";

/** Shorter texts and smaller numbers stand in tests and code alike. */
const SHORTEST_TEXT = 4;
const SHORTEST_NUMBER = 3;

/**
 * Literals of RED's tests that the implementation repeats in a comparison, a case or a table: the
 * mark of code that knows its tests. Words that stand in tests' names or messages are no inputs.
 */
export function literalFacts(code: readonly AddedLine[], tests: readonly AddedLine[]): Fact[] {
  const known = new Set(tests.flatMap(({ text }) => literalsIn(withoutName(text))));
  return code.flatMap(({ path, line, text }) => {
    if (!isChoice(text)) return [];
    const shared = literalsIn(text).filter((literal) => known.has(literal));
    if (shared.length === 0) return [];
    const what = `chooses by or between values that RED's tests use: ${shared.slice(0, 3).join(", ")}`;
    return [{ rule: "repeats_test_values", path, line, what }];
  });
}

/** A comparison, a case, a membership test or a table from one literal to another. */
function isChoice(text: string): boolean {
  return /[=!]==?|\bcase\b|\bin\b|\bhas\(|includes\(|\.get\(|\bwhen\b|=>|^\s*(?:["'][^"']*["']|\[?["'\d][^:]*)\s*:|\breturn\s+["'\d]/.test(
    text,
  );
}

/** The first argument of a test or a suite is its name. */
function withoutName(text: string): string {
  return text.replace(/\b(?:test|it|describe|suite|context)\s*(?:[.]\w+)*\(\s*(["'`]).*?\1/, "");
}

function literalsIn(text: string): string[] {
  const strings = [...text.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/g)]
    .filter((match) => (match[2] ?? "").length >= SHORTEST_TEXT)
    .map((match) => JSON.stringify(match[2]));
  const bare = text.replaceAll(/(["'`])(?:\\.|(?!\1).)*\1/g, "");
  const numbers = [...bare.matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?![\w.])/g)]
    .map((match) => match[0])
    .filter((number) => number.replaceAll(/\D/g, "").length >= SHORTEST_NUMBER);
  return [...new Set([...strings, ...numbers])];
}
