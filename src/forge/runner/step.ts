import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { actionFolder, runAction } from "./action-step.ts";
import { checkout } from "./checkout-step.ts";
import { createCommandFiles } from "./command-files.ts";
import { jobScope } from "./environment.ts";
import type { Scope } from "./expression.ts";
import { holds, interpolate } from "./expression.ts";
import type { JobContext } from "./job-context.ts";
import type { StepEnd } from "./keep-files.ts";
import { keepFiles } from "./keep-files.ts";
import { runInJob } from "./run-in-job.ts";
import type { Step } from "./workflow.ts";

/** Actions that prepare a machine which here is prepared already. */
const prepared = /^actions\/(setup-[\w-]+|cache(\/[\w-]+)?|upload-artifact|download-artifact)@/;

function resolved(values: Readonly<Record<string, string>> | undefined, scope: Scope) {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([key, value]) => [key, interpolate(value, scope)]),
  );
}

const shells: Readonly<Record<string, readonly string[]>> = {
  bash: ["bash", "--noprofile", "--norc", "-eo", "pipefail"],
  sh: ["sh", "-e"],
  python: ["python3"],
};

async function runScript(
  job: JobContext,
  step: Step,
  id: string,
  env: Record<string, string>,
): Promise<StepEnd> {
  const scope = jobScope(job, env);
  const files = await createCommandFiles(job.temp, id);
  const script = join(job.temp, `${id}.sh`);
  await writeFile(script, interpolate(step.run ?? "", scope));
  // Without `shell:` GitHub runs bash -e, with `shell: bash` also pipefail.
  const [command = "bash", ...args] =
    step.shell === undefined ? ["bash", "-e"] : (shells[step.shell] ?? []);
  const directory = interpolate(step["working-directory"] ?? ".", scope);
  const code = await runInJob(job, {
    command,
    args: [...args, script],
    cwd: join(job.workspace, directory),
    env: { ...env, ...files.env, GITHUB_ACTION: id },
  });
  return { code, outputs: await keepFiles(job, files) };
}

async function runUses(
  job: JobContext,
  step: Step,
  id: string,
  env: Record<string, string>,
): Promise<StepEnd> {
  const uses = step.uses ?? "";
  const given = resolved(step.with, jobScope(job, env));
  if (/^actions\/checkout@/.test(uses)) return { code: await checkout(job, given), outputs: {} };
  if (prepared.test(uses)) {
    job.log.say(`${uses}: nothing to do on this runner.`);
    return { code: 0, outputs: {} };
  }
  const folder = actionFolder(job, uses);
  if (folder === null) {
    job.log.say(
      `##[error]Unable to resolve action ${uses}: this runner knows actions/* and its own action.`,
    );
    return { code: 1, outputs: {} };
  }
  return runAction(job, { folder, id, uses, given, env });
}

function describe(step: Step): string {
  return (
    step.name ??
    (step.uses === undefined ? `Run ${(step.run ?? "").split("\n")[0]}` : `Run ${step.uses}`)
  );
}

async function attempt(job: JobContext, step: Step, id: string): Promise<StepEnd> {
  try {
    const env = resolved(step.env, jobScope(job, {}));
    return step.uses === undefined
      ? await runScript(job, step, id, env)
      : await runUses(job, step, id, env);
  } catch (cause) {
    job.log.say(`##[error]${cause instanceof Error ? cause.message : String(cause)}`);
    return { code: 1, outputs: {} };
  }
}

function isWanted(job: JobContext, step: Step): boolean {
  try {
    return holds(step.if ?? null, jobScope(job, {}));
  } catch (cause) {
    job.log.say(
      `##[error]The template is not valid. ${cause instanceof Error ? cause.message : ""}`,
    );
    job.state = "failed";
    return false;
  }
}

/** Runs one step if its condition holds; a failure makes the job fail, not stop. */
export async function runStep(job: JobContext, step: Step, at: number): Promise<void> {
  if (job.state === "killed") return;
  const id = step.id ?? `__step_${at}`;
  job.stepState = job.state;
  if (!isWanted(job, step)) {
    job.steps[id] = { outcome: "skipped", conclusion: "skipped", outputs: {} };
    return;
  }
  job.log.say(`##[group]${interpolate(describe(step), jobScope(job, {}))}`);
  job.log.say("##[endgroup]");
  const { code, outputs } = await attempt(job, step, id);
  const outcome = code === 0 ? "success" : "failure";
  const isForgiven = step["continue-on-error"] === true;
  job.steps[id] = { outcome, conclusion: isForgiven ? "success" : outcome, outputs };
  if (code === 0) return;
  job.log.say(`##[error]Process completed with exit code ${code}.`);
  if (!isForgiven && job.state === "running") job.state = "failed";
}
