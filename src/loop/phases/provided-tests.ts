import type { Event } from "../../domain/event.ts";
import { promisedNames } from "../../domain/promised-names.ts";
import type { RedVerdict } from "../../domain/red-verdict.ts";
import type { FinishedRun } from "../../domain/test-run.ts";
import { judgeRed } from "../../gates/red/judge-red.ts";
import { block } from "../issue-command.ts";
import type { Baselined, Decision } from "../state.ts";
import { unitOf } from "../unit.ts";
import { implement } from "./green-turns.ts";

/**
 * Straight to GREEN: the tests of the unit are a person's, they are in the base, and they fail there. They
 * were seen to fail in the run before, and are held to the same reasons as tests that a writer wrote.
 * @returns null when none of them fails any longer
 */
export function startAtGreen(state: Baselined, events: readonly Event[]): Decision | null {
  const { base, before, slice, seal, spec } = unitOf(state);
  if (slice === null || before.kind !== "finished") return null;
  const own = runOf(slice.testFile, before);
  const failing = own.cases.filter(({ outcome }) => outcome.kind === "failed");
  if (failing.length + own.loadFailures.length === 0) return null;
  const symbols = missingNames(own);
  const promised = promisedNames(spec, { modules: [], symbols });
  const verdict = judgeRed({ baseline: null, now: own, promised });
  const ids = failing.map(({ id }) => id);
  const coverage = [{ criterion: slice.id, tests: rightIds(verdict), preserved: false }];
  const told: Event[] = [
    ...events,
    { type: "tests.ran", purpose: "red", run: own, sandbox: "" },
    { type: "red.judged", verdict, coverage },
  ];
  if (verdict.verdict !== "right_reason") return refuse(state, slice.testFile, verdict, told);
  const red = {
    ...{ sha: base.sha, tree: base.tree, ids, run: before, verdict },
    seal: { ...seal, [slice.testFile]: "" },
    groups: own.loadFailures.map(({ file }) => file),
  };
  return implement({ ...state, red }, told);
}

function runOf(file: string, run: FinishedRun): FinishedRun {
  const cases = run.cases.filter((test) => test.file === file);
  const count = (kind: string): number => cases.filter((c) => c.outcome.kind === kind).length;
  return {
    ...run,
    cases,
    loadFailures: run.loadFailures.filter((load) => load.file === file),
    counts: { passed: count("passed"), failed: count("failed"), skipped: count("skipped") },
  };
}

/** A person's test may use what does not exist yet without saying so anywhere else. */
function missingNames({ cases, loadFailures }: FinishedRun): string[] {
  const causes = [
    ...cases.flatMap(({ outcome }) => (outcome.kind === "failed" ? [outcome.cause] : [])),
    ...loadFailures.map(({ cause }) => cause),
  ];
  return causes.flatMap((cause) =>
    "name" in cause && cause.kind === "missing_target" && cause.target === "symbol"
      ? [cause.name]
      : [],
  );
}

function rightIds({ tests }: RedVerdict): string[] {
  return tests.filter((test) => test.verdict === "right_reason").map((test) => test.id);
}

/** They are authoritative, but a test that cannot run says nothing. */
function refuse(
  state: Baselined,
  testFile: string,
  { reason, fix }: RedVerdict,
  events: readonly Event[],
): Decision {
  return block(
    state,
    {
      reason: "red_wrong_reason",
      failed: `The tests in ${testFile} do not fail because a behaviour is missing: ${reason}. ${fix}`,
      decision: `Nobody but you changes these tests. Mend ${testFile} on the base, then run again.`,
    },
    events,
  );
}
