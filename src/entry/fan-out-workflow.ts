import { parse } from "yaml";
import { z } from "zod";

const Texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const Permissions = z.union([z.string(), z.record(z.string(), z.string())]);
const Concurrency = z.union([z.string(), z.looseObject({ group: z.string() })]);

const Job = z.looseObject({
  uses: z.string().optional(),
  if: z.union([z.string(), z.boolean()]).transform(String).optional(),
  needs: Texts.default([]),
  permissions: Permissions.optional(),
  concurrency: Concurrency.optional(),
  steps: z.array(z.looseObject({ with: z.record(z.string(), z.unknown()).nullish() })).default([]),
});
type Job = z.infer<typeof Job>;

const Workflow = z.looseObject({
  on: z.unknown(),
  permissions: Permissions.optional(),
  concurrency: Concurrency.optional(),
  jobs: z.record(z.string(), Job),
});
type Workflow = z.infer<typeof Workflow>;

const Dispatched = z.looseObject({
  workflow_dispatch: z.looseObject({ inputs: z.record(z.string(), z.unknown()) }),
});

/**
 * What a workflow lacks to have each task of a run worked by a job of its own (`rules.fanout: jobs`): what
 * starts those jobs, and the job that follows on one whose runner was lost. Without the latter such a run
 * would stand still and say nothing. What a workflow of another repository holds is not looked into.
 * @param text of the file below `.github/workflows`
 * @returns a part of a sentence for each thing; empty when nothing is missing
 */
export function fanOutLacks(text: string): readonly string[] {
  const workflow = Workflow.safeParse(parsed(text));
  if (!workflow.success) return ["it cannot be read as a workflow"];
  return [...inputsLacking(workflow.data), ...jobsLacking(workflow.data)];
}

/**
 * The same as a warning, with what to do. It stops nothing: GitHub itself refuses what cannot start, before any
 * work is done, and a file tells only so much of what is passed on.
 * @param file name of the workflow below `.github/workflows`
 */
export function fanOutWarning(file: string, lacks: readonly string[]): string {
  return `\`rules.fanout: jobs\` has each task worked by a job of its own, and .github/workflows/${file} on the default branch does not look made for that: ${lacks.join("; ")}. ${fanOutFix}`;
}

export const fanOutFix =
  "Take the workflow that `tdd-loop init --mode app` writes and switch `actions: write` on in both its jobs, or take `rules.fanout` out of .github/tdd-loop.yml.";

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    // Not YAML: the caller is told that it is no workflow.
    return null;
  }
}

function inputsLacking({ on }: Workflow): readonly string[] {
  const dispatched = Dispatched.safeParse(on);
  const given = dispatched.success ? dispatched.data.workflow_dispatch.inputs : {};
  const missing = ["issue", "command", "args", "task"].filter((name) => !(name in given));
  if (missing.length === 0) return [];
  return [`its \`on: workflow_dispatch\` has no input ${missing.join(", ")}`];
}

function jobsLacking(workflow: Workflow): readonly string[] {
  const jobs = Object.entries(workflow.jobs);
  if (jobs.some(([, { uses }]) => uses !== undefined)) return [];
  const ours = jobs.filter(([, job]) => inputOf(job, "task") !== undefined);
  const working = ours.filter(([, job]) => inputOf(job, "command") !== "settle");
  const settling = ours.filter(([, job]) => inputOf(job, "command") === "settle");
  const [worker] = working;
  return [
    ...(worker === undefined ? ["no job gets the input `task`"] : []),
    ...settleLacking(worker?.[0] ?? "run", settling[0]),
    ...rightsLacking(workflow, ours),
    ...placeLacking(workflow, working),
  ];
}

type Named = readonly [name: string, job: Job];

function inputOf({ steps }: Job, name: string): unknown {
  return steps.map((step) => step.with?.[name]).find((value) => value !== undefined);
}

function settleLacking(worker: string, settling: Named | undefined): readonly string[] {
  if (settling === undefined) return ["it has no job `settle`, which follows on one that died"];
  const [name, { needs, if: condition = "" }] = settling;
  return [
    ...(needs.includes(worker) ? [] : [`its job ${name} has no \`needs: ${worker}\``]),
    ...(/\b(?:failure|always)\s*\(/.test(condition)
      ? []
      : [`its job ${name} has no \`if: failure()\``]),
  ];
}

function rightsLacking(workflow: Workflow, jobs: readonly Named[]): readonly string[] {
  const without = jobs
    .filter(([, { permissions }]) => !mayStartJobs(permissions ?? workflow.permissions))
    .map(([name]) => name);
  if (without.length === 0) return [];
  const whose =
    without.length === 1 ? `job ${without[0]} has` : `jobs ${without.join(" and ")} have`;
  return [`its ${whose} no permission \`actions: write\``];
}

/** Without any `permissions` the repository's setting holds, which no file tells. */
function mayStartJobs(permissions: z.infer<typeof Permissions> | undefined): boolean {
  if (permissions === undefined) return true;
  if (typeof permissions === "string") return permissions === "write-all";
  return permissions["actions"] === "write";
}

/** Jobs of one group wait for each other, and GitHub cancels all but one of those that wait. */
function placeLacking(workflow: Workflow, working: readonly Named[]): readonly string[] {
  const groups = [
    workflow.concurrency,
    ...working.map(([, { concurrency }]) => concurrency),
  ].flatMap((value) =>
    value === undefined ? [] : [typeof value === "string" ? value : value.group],
  );
  if (groups.every((group) => /\binputs\.task\b|\brun_id\b/.test(group))) return [];
  return ["its `concurrency` group does not name `inputs.task`, so that one task cancels another"];
}
