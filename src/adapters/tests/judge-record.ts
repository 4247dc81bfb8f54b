import { z } from "zod";
import type { Promised, RedVerdict } from "../../domain/red-verdict.ts";
import type { TestRun } from "../../domain/test-run.ts";
import { judgeRed } from "../../gates/red/judge-red.ts";
import { frameworkFor } from "./frameworks.ts";
import { plainReport, plainText } from "./plain-text.ts";
import { toTestRun } from "./to-test-run.ts";

const Reports = z.array(z.object({ name: z.string(), text: z.string() })).default([]);

/** One run of a test command, as somebody recorded it. */
const Recorded = z.object({
  exitCode: z.number().nullable(),
  stdout: z.string().default(""),
  stderr: z.string().default(""),
  reports: Reports,
});

/** A line of `tdd-loop judge-red --batch`. */
export const RedRecord = Recorded.extend({
  id: z.string(),
  framework: z.string().default(""),
  command: z.string().default(""),
  /** Where the run happened; absolute paths in the output are shown relative to it. */
  dir: z.string().default("/repo"),
  promised: z
    .object({
      modules: z.array(z.string()).default([]),
      symbols: z.array(z.string()).default([]),
      files: z.array(z.string()).default([]),
    })
    .prefault({}),
  baseline: Recorded.nullish(),
});
export type RedRecord = z.infer<typeof RedRecord>;

/** A line of its answer, in the words of the corpus of real runs. */
export interface JudgedRecord {
  readonly id: string;
  readonly verdict: "right_reason" | "wrong_reason" | "all_pass" | "no_tests";
  readonly reason: string;
  readonly failed: readonly string[];
  readonly passed: number;
  readonly failedCount: number;
  readonly skipped: number;
  /** The one thing to do about a wrong reason; empty when there is none. */
  readonly fix: string;
}

/** Judges a recorded run. Never throws on any content. */
export function judgeRecord(record: RedRecord): JudgedRecord {
  const now = readRun(record, record);
  const baseline = record.baseline == null ? null : readRun(record, record.baseline);
  const verdict = judgeRed({ baseline, now, promised: record.promised as Promised });
  const counts = countsOf(now);
  return {
    id: record.id,
    verdict: wordFor(verdict, now),
    reason: recordedReason(verdict.reason),
    failed: failedNames(now),
    passed: counts.passed,
    failedCount: counts.failed,
    skipped: counts.skipped,
    fix: verdict.fix,
  };
}

/** Records know no word of its own for a network that is not there. */
function recordedReason(reason: string): string {
  return reason === "network_denied" ? "setup_error" : reason;
}

function readRun(record: RedRecord, run: z.infer<typeof Recorded>): TestRun {
  const framework = frameworkFor(record.framework, record.command);
  const read = toTestRun(framework, {
    command: record.command,
    dir: record.dir,
    exitCode: run.exitCode,
    signal: null,
    timedOut: false,
    stdout: plainText(run.stdout),
    stderr: plainText(run.stderr),
    reports: new Map(run.reports.map(({ name, text }) => [name, plainReport(name, text)])),
    durationMs: 0,
    outputCut: false,
  });
  if (read.kind !== "finished") return read;
  // Whoever recorded it may have kept the report and not all that was printed.
  const { disputed: _kept, ...rest } = read;
  return rest;
}

function wordFor(verdict: RedVerdict, now: TestRun): JudgedRecord["verdict"] {
  if (verdict.reason === "no_tests") return "no_tests";
  if (verdict.verdict === "right_reason") return "right_reason";
  if (verdict.verdict !== "already_satisfied") return "wrong_reason";
  return countsOf(now).failed > 0 ? "wrong_reason" : "all_pass";
}

function failedNames(run: TestRun): string[] {
  if (run.kind !== "finished") return [];
  const cases = run.cases.filter((test) => test.outcome.kind === "failed").map((test) => test.id);
  return [...new Set([...cases, ...run.loadFailures.map((load) => load.file)])].filter(
    (name) => name !== "",
  );
}

function countsOf(run: TestRun): { passed: number; failed: number; skipped: number } {
  return run.counts ?? { passed: 0, failed: 0, skipped: 0 };
}
