import { saysNotImplemented } from "../../domain/not-implemented.ts";
import type { LeftStub } from "../../domain/result.ts";
import type { Verdict } from "../../domain/verdict.ts";

/**
 * A green suite over stubs that RED needed is not done: no test may have come to them. Where the issue
 * itself speaks of what is not implemented, such a line may be what it asks for, and the critic decides.
 */
export function judgeLeftStubs(left: readonly LeftStub[], issue: string): Verdict {
  if (left.length === 0 || saysNotImplemented(issue)) return { kind: "pass" };
  const places = left.slice(0, 5).map(({ path, line, text }) => `${path}:${line}: ${text}`);
  return {
    kind: "fail",
    gate: "stubs",
    code: "LEFTOVER_STUB",
    reason: `The tests are green, but stubs of RED are still there (${places.join("; ")}).`,
    fix: "Implement what each of them promises, or remove it when nothing uses it.",
    paths: [...new Set(left.map(({ path }) => path))],
  };
}
