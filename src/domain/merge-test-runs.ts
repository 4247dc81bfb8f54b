import type { TestProject } from "./projects.ts";
import { placeOf, projectName } from "./projects.ts";
import type { FinishedRun, LoadFailure, TestCase, TestCounts, TestRun } from "./test-run.ts";

/** The run of one project of a monorepo. */
export interface ProjectRun {
  readonly project: TestProject;
  readonly run: TestRun;
}

/** How much printed text a merged run keeps, shared by its projects (characters). */
const OUTPUT_LIMIT = 200_000;

/**
 * The runs of several projects as one: ids begin with the project's path, files with the directory it
 * ran in, so that nothing that passed in one can hide behind another. A project that did not start
 * beside others that ran is a directory that did not load; where one crashed or did not end, the whole
 * did not.
 */
export function mergeTestRuns(parts: readonly ProjectRun[]): TestRun {
  const [only] = parts;
  if (parts.length === 1 && only?.project.path === "" && only.project.cwd === "") return only.run;
  const output = outputOf(parts);
  const framework = [...new Set(parts.map(({ run }) => run.framework))].join(" + ");
  const broken = parts.find(({ run }) => run.kind === "timed_out" || run.kind === "crashed");
  const hasFinished = parts.some(({ run }) => run.kind === "finished");
  const unfinished = broken ?? (hasFinished ? undefined : only);
  if (unfinished !== undefined && unfinished.run.kind !== "finished")
    return { ...named(unfinished.project, unfinished.run), framework, output };
  return { ...finished(parts), framework, output };
}

function finished(parts: readonly ProjectRun[]): FinishedRun {
  const runs = parts.map(({ project, run }) => placed(project, run));
  const first = runs[0];
  if (first === undefined) throw new Error("Bug: no project ran.");
  const codes = runs.map((run) => run.exitCode);
  const failing = codes.find((code) => code !== 0);
  return {
    kind: "finished",
    framework: first.framework,
    output: first.output,
    cases: runs.flatMap((run) => run.cases),
    loadFailures: runs.flatMap((run) => run.loadFailures),
    counts: runs.map((run) => run.counts).reduce(sum),
    emptyFiles: runs.flatMap((run) => run.emptyFiles ?? []),
    cut: runs.some((run) => run.cut === true),
    source: weakest(runs),
    exitCode: failing === undefined ? 0 : failing,
    contradictions: runs.flatMap((run) => run.contradictions),
    ...disputeOf(parts),
    durationMs: runs.reduce((total, run) => total + run.durationMs, 0),
    exits: Object.fromEntries(
      runs.map((run, at) => [projectName(parts[at]?.project ?? { path: "" }), run.exitCode]),
    ),
  };
}

function disputeOf(parts: readonly ProjectRun[]): Pick<FinishedRun, "disputed"> {
  for (const { project, run } of parts) {
    if (run.kind === "finished" && run.disputed !== undefined)
      return { disputed: `${projectName(project)}: ${run.disputed}` };
  }
  return {};
}

/** One project's run by names that hold in the whole repository. */
function placed(project: TestProject, run: TestRun): FinishedRun {
  if (run.kind !== "finished") return notStarted(project, run);
  const file = (path: string) => (path === "" ? "" : `${project.cwd}${path}`);
  return {
    ...run,
    cases: run.cases.map((test) => placedCase(test, project)),
    loadFailures: run.loadFailures.map((load) => ({ ...load, file: file(load.file) })),
    emptyFiles: (run.emptyFiles ?? []).map(file),
    contradictions: run.contradictions.map((said) => `${projectName(project)}: ${said}`),
  };
}

function placedCase(test: TestCase, { path, cwd }: TestProject): TestCase {
  const { outcome } = test;
  const at = outcome.kind === "failed" ? outcome.location : null;
  return {
    id: `${path}${test.id}`,
    file: test.file === "" ? "" : `${cwd}${test.file}`,
    outcome: outcome.kind === "failed" ? { ...outcome, location: at && `${cwd}${at}` } : outcome,
  };
}

/** Nothing of it ran: the whole directory is what did not load. */
function notStarted(project: TestProject, run: Exclude<TestRun, FinishedRun>): FinishedRun {
  const message = "why" in run ? run.why : "It did not end.";
  const cause = run.kind === "did_not_start" ? run.cause : ({ kind: "crash" } as const);
  const load: LoadFailure = { file: placeOf(project), cause, message };
  return {
    kind: "finished",
    framework: run.framework,
    cases: [],
    loadFailures: [load],
    counts: run.counts ?? { passed: 0, failed: 0, skipped: 0 },
    source: "text",
    exitCode: null,
    contradictions: [],
    output: run.output,
    durationMs: "durationMs" in run ? run.durationMs : run.afterMs,
  };
}

function named<R extends Exclude<TestRun, FinishedRun>>(project: TestProject, run: R): R {
  return "why" in run ? { ...run, why: `In ${projectName(project)}: ${run.why}` } : run;
}

function outputOf(parts: readonly ProjectRun[]): string {
  const share = Math.floor(OUTPUT_LIMIT / parts.length);
  return parts
    .map(({ project, run }) => {
      const { output } = run;
      const kept = output.length <= share ? output : `[…]\n${output.slice(-share)}`;
      return `=== ${projectName(project)}: ${project.command}\n${kept}`;
    })
    .join("\n");
}

function sum(a: TestCounts, b: TestCounts): TestCounts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** The least that one of them rests on. */
function weakest(runs: readonly FinishedRun[]): FinishedRun["source"] {
  const order = ["exit_code", "text", "report"] as const;
  return order.find((source) => runs.some((run) => run.source === source)) ?? "report";
}
