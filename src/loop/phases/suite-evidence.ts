import type { TestRun } from "../../domain/test-run.ts";
import type { SuiteEvidence } from "../../gates/suite.ts";
import type { Reddened } from "../state.ts";

/** What the suite judge compares a run with: the baseline, and what was seen to fail at RED. */
export function suiteEvidence({ baseline, red }: Reddened, run: TestRun): SuiteEvidence {
  return { baseline, redIds: red.ids, redGroups: red.groups, run };
}
