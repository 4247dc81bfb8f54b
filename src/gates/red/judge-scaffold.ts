import type { RedVerdict } from "../../domain/red-verdict.ts";
import type { Verdict } from "../../domain/verdict.ts";

export interface ScaffoldEvidence {
  /** What was seen of the tests without stubs, and with them. */
  readonly before: RedVerdict;
  readonly now: RedVerdict;
  /** Each added line was seen to be nothing but a stub: then a test that passes is the test's fault. */
  readonly isBare: boolean;
  /** The profile lets new tests pass at RED. */
  readonly mayPass: boolean;
  /** Tests that the run with the stubs never came to. */
  readonly gone: readonly string[];
}

/**
 * Whether the stubs did what they are for: the tests run with them and fail. Between the two runs only
 * the stubs came, so what else changed is theirs, and the tests' writer is not told of it.
 */
export function judgeScaffold(evidence: ScaffoldEvidence): Verdict {
  const { before, now, isBare, mayPass, gone } = evidence;
  if (now.verdict === "right_reason" && !now.needsScaffold && gone.length > 0) return ended(gone);
  const passing = isBare || mayPass ? [] : passingSince(before, now);
  if (passing.length > 0) {
    return fail(
      "scaffold_implements",
      `With the stubs these tests pass: ${passing.map((id) => `"${id}"`).join(", ")}.`,
      "A stub raises the language's not-implemented error and does nothing else: no result, no constant, no logic, no empty body.",
    );
  }
  if (now.verdict === "right_reason") return now.needsScaffold ? incomplete(now) : pass;
  if (!BROKEN.includes(now.reason)) return pass;
  return fail(
    "scaffold_broken",
    `The tests ran into the stubs: ${now.reason.replaceAll("_", " ")}.`,
    now.fix,
  );
}

/** What tests that could name no more than missing targets before cannot have brought about. */
const BROKEN: readonly string[] = ["syntax_error", "crash", "misconfigured", "broke_old"];

const pass: Verdict = { kind: "pass" };

function passingSince(before: RedVerdict, now: RedVerdict): readonly string[] {
  const passed = new Set(passingIn(before));
  return passingIn(now).filter((id) => !passed.has(id));
}

function passingIn({ tests }: RedVerdict): readonly string[] {
  return tests.filter(({ verdict }) => verdict === "already_satisfied").map(({ id }) => id);
}

/** One of them that fails must not keep the others from being seen. */
function ended(gone: readonly string[]): Verdict {
  const names = gone.slice(0, 5).map((id) => `"${id}"`);
  return fail(
    "scaffold_ends_run",
    `With the stubs the run ends before these tests: ${names.join(", ")}.`,
    endsRunFix,
  );
}

export const endsRunFix =
  "What a stub raises ends the whole run here. Let it give the empty values of its types instead, with an error that says not implemented where its signature has one.";

function incomplete({ missing }: RedVerdict): Verdict {
  const names = missing.map(({ target, name }) => `${target} ${name}`).join(", ");
  return fail(
    "scaffold_incomplete",
    `With the stubs the tests still miss ${names}.`,
    "Each promised module and symbol must exist where the tests import it, and raise the language's not-implemented error when it is used.",
  );
}

function fail(code: string, reason: string, fix: string): Verdict {
  return { kind: "fail", gate: "scaffold", code, reason, fix, paths: [] };
}
