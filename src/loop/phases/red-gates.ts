import type { ResultOf } from "../../domain/result.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { findWeakTests } from "../../gates/red/weak-tests.ts";
import { judgeRedSurface } from "../../gates/red-surface.ts";
import { judgeScope } from "../../gates/scope.ts";
import type { RedState } from "../state.ts";

/** What can be said of new tests before they are run: where they are, and whether they test at all. */
export function judgeTests(state: RedState, turn: ResultOf<"turn_taken">): Verdict {
  const scope = judgeScope({
    changes: turn.changes,
    offences: turn.offences,
    mayWrite: state.lock.testFiles,
  });
  if (scope.kind !== "pass") return scope;
  const surface = judgeRedSurface({
    changes: turn.changes,
    listed: state.spec.testLocations,
    extraGlobs: state.request.config.testFiles,
  });
  if (surface.kind !== "pass") return surface;
  return judgeStrength(state, turn);
}

function judgeStrength(state: RedState, turn: ResultOf<"turn_taken">): Verdict {
  const sources = state.lock.allowlist.map((file) => file.path);
  const texts = Object.entries(turn.testTexts).map(([path, { text }]) => [path, text] as const);
  const weak = findWeakTests(Object.fromEntries(texts), sources).filter(
    ({ severity, path, line }) =>
      severity === "refuse" && turn.testTexts[path]?.added.includes(line) === true,
  );
  const [first] = weak;
  if (first === undefined) return { kind: "pass" };
  const places = weak.map(({ path, line, code }) => `${path}:${line} (${code})`).join(", ");
  return {
    kind: "fail",
    gate: "weak-tests",
    code: first.code,
    reason: `Some tests cannot prove anything: ${places}.`,
    fix: [...new Set(weak.map((found) => found.fix))].join(" "),
    paths: [...new Set(weak.map((found) => found.path))],
  };
}
