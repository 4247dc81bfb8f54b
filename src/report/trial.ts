import type { Fact } from "../domain/fact.ts";
import { describeVerdict } from "./describe.ts";
import type { Report } from "./report.ts";

/** What the trial of the finished tree showed, in words of our own; "" when there was none. */
export function trialNote({ trial }: Pick<Report, "trial">): string {
  if (trial === null) return "";
  if (trial.verdict.kind !== "pass") return describeVerdict(trial.verdict);
  const canary =
    trial.canary === "noticed"
      ? "a false assertion was noticed"
      : "not tried: no assertion could be made false, so whether the tests notice one is not known";
  return `the same in a fresh checkout with CI set and another date; ${canary}`;
}

/** One fact as one line; parts of it may be text from outside. */
export function factLine({ path, line, what }: Fact): string {
  return `${path}:${line} ${what}`;
}
