import { z } from "zod";
import { CommitPhase } from "../domain/command.ts";
import { Conclusion } from "../domain/conclusion.ts";
import { IssueRef } from "../domain/issue-ref.ts";
import { Spend } from "../domain/spend.ts";
import type { Links } from "./links.ts";
import { runOf } from "./phase-note.ts";
import type { Report } from "./report.ts";
import type { StepsView } from "./steps.ts";

/** What `--json` prints: one object, versioned; text in it is as it came and not escaped. */
export const RunSummary = z.object({
  version: z.literal(1),
  runId: z.string(),
  issue: IssueRef,
  title: z.string(),
  profile: z.string(),
  conclusion: Conclusion.nullable(),
  elapsedMs: z.number(),
  branch: z.string().nullable(),
  baseSha: z.string().nullable(),
  commits: z.array(z.object({ phase: CommitPhase, sha: z.string(), message: z.string() })),
  pullRequest: z.object({ number: z.number(), url: z.string() }).nullable(),
  report: z.string().nullable(),
  red: z.object({ verdict: z.string(), reason: z.string(), tests: z.number() }).nullable(),
  tests: z.object({ passed: z.number(), failed: z.number(), skipped: z.number() }).nullable(),
  criteria: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      preserved: z.boolean(),
      tests: z.array(z.object({ id: z.string(), red: z.string().nullable(), now: z.string() })),
    }),
  ),
  /** Absent where the run goes by criteria. */
  steps: z
    .object({
      name: z.string(),
      shape: z.string(),
      iterations: z.number(),
      steps: z.array(
        z.object({
          id: z.string(),
          state: z.string(),
          attempts: z.number(),
          sha: z.string().nullable(),
          red: z.string().nullable(),
          left: z.array(z.object({ path: z.string(), why: z.string() })),
        }),
      ),
    })
    .optional(),
  /** In the order of work; empty where the issue is one unit. */
  slices: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      layer: z.string(),
      state: z.string(),
      attempts: z.number(),
      applied: z.number(),
      reverted: z.number(),
    }),
  ),
  regressions: z.array(z.string()),
  gate: z.enum(["pass", "fail", "cannot_judge"]).nullable(),
  critic: z.object({ verdict: z.string(), round: z.number(), findings: z.number() }).nullable(),
  phases: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      elapsedMs: z.number(),
      dollars: z.number(),
    }),
  ),
  spend: Spend,
  cachedShare: z.number().nullable(),
  testRuns: z.number(),
  sandbox: z.string(),
  shipped: z.object({
    pushed: z.boolean(),
    deployed: z.literal(false),
    verifiedLive: z.literal(false),
    docsUpdated: z.array(z.string()),
  }),
});
export type RunSummary = z.infer<typeof RunSummary>;

export function runSummary(report: Report, links: Links): RunSummary {
  const { runId, issue, title, profile, conclusion, elapsedMs, lock, totals, proof } = report;
  return {
    version: 1,
    ...{ runId, issue, title, profile, conclusion, elapsedMs },
    branch: report.pushed?.branch ?? lock?.lock.branch ?? null,
    baseSha: lock?.lock.baseSha ?? null,
    commits: report.commits.map(({ phase, sha, message }) => ({ phase, sha, message })),
    pullRequest: pullRequestOf(report),
    report: links.report,
    red: redOf(report),
    tests: testsOf(report),
    criteria: proof.criteria.map(({ criterion, preserved, tests }) => ({
      ...criterion,
      preserved,
      tests: tests.map(({ id, red, green }) => ({ id, red: red?.verdict ?? null, now: green })),
    })),
    ...(report.steps === null ? {} : { steps: stepsOf(report.steps) }),
    slices: report.slices.map(({ slice, state, attempts, applied, reverted }) => {
      const { id, title: name, layer } = slice;
      return { id, title: name, layer, state, attempts, applied, reverted };
    }),
    regressions: [...proof.regressions],
    gate: report.gates.at(-1)?.verdict.kind ?? null,
    critic: criticOf(report),
    phases: report.phases.map(({ name, state, elapsedMs: ms, spend }) => ({
      ...{ name, state, elapsedMs: ms, dollars: spend.dollars },
    })),
    spend: totals.spend,
    cachedShare: totals.cachedShare,
    testRuns: totals.testRuns,
    sandbox: report.sandbox,
    shipped: { ...report.shipped, docsUpdated: [...report.shipped.docsUpdated] },
  };
}

function stepsOf({ name, shape, iterations, steps }: StepsView): RunSummary["steps"] {
  const rows = steps.map(({ id, state, attempts, sha, red, left }) => ({
    ...{ id, state, attempts, sha, red },
    left: left.map((one) => ({ ...one })),
  }));
  return { name, shape, iterations, steps: rows };
}

function pullRequestOf({ pullRequest }: Report): RunSummary["pullRequest"] {
  return pullRequest === null ? null : { number: pullRequest.number, url: pullRequest.url };
}

function redOf({ proof: { red } }: Report): RunSummary["red"] {
  if (red === null) return null;
  return { verdict: red.verdict, reason: red.reason, tests: red.tests.length };
}

function testsOf(report: Report): RunSummary["tests"] {
  const run = runOf(report, "green", "refactor", "final");
  return run?.kind === "finished" ? run.counts : null;
}

function criticOf({ reviews }: Report): RunSummary["critic"] {
  const last = reviews.at(-1);
  if (last === undefined) return null;
  return {
    verdict: last.review.verdict,
    round: last.round,
    findings: last.review.findings.length,
  };
}
