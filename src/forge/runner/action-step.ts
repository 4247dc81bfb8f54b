import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { createCommandFiles } from "./command-files.ts";
import { jobScope } from "./environment.ts";
import { holds, interpolate } from "./expression.ts";
import type { JobContext } from "./job-context.ts";
import type { StepEnd } from "./keep-files.ts";
import { keepFiles } from "./keep-files.ts";
import { runInJob } from "./run-in-job.ts";

const ActionFile = z.object({
  name: z.string().default("action"),
  inputs: z
    .record(
      z.string(),
      z
        .object({
          required: z.union([z.boolean(), z.string()]).optional(),
          default: z.union([z.string(), z.number(), z.boolean()]).optional(),
        })
        .nullish(),
    )
    .nullish(),
  runs: z.object({
    using: z.string(),
    main: z.string().optional(),
    post: z.string().optional(),
    "post-if": z.string().optional(),
  }),
});
type ActionFile = z.infer<typeof ActionFile>;

/** Where the code of `uses:` is: a folder of the workspace, or the action this runner was given. */
export function actionFolder(job: JobContext, uses: string): string | null {
  if (uses.startsWith("./")) {
    const local = resolve(job.workspace, uses);
    const hasFile = ["action.yml", "action.yaml"].some((name) => existsSync(join(local, name)));
    return hasFile ? local : job.options.actionDir;
  }
  return /^[\w.-]+\/tdd-loop(?:@|\/|$)/.test(uses) ? job.options.actionDir : null;
}

async function readAction(folder: string): Promise<ActionFile> {
  const name = existsSync(join(folder, "action.yml")) ? "action.yml" : "action.yaml";
  return ActionFile.parse(parse(await readFile(join(folder, name), "utf8")));
}

function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`;
}

/** What is given wins over the action's defaults, whose expressions see the job. */
function inputVariables(
  job: JobContext,
  action: ActionFile,
  given: Readonly<Record<string, string>>,
) {
  const scope = jobScope(job, {});
  const variables: Record<string, string> = {};
  for (const [name, input] of Object.entries(action.inputs ?? {})) {
    const value = input?.default === undefined ? "" : interpolate(String(input.default), scope);
    variables[inputVariable(name)] = value;
  }
  for (const [name, value] of Object.entries(given)) variables[inputVariable(name)] = value;
  return variables;
}

export interface ActionStep {
  readonly folder: string;
  readonly id: string;
  readonly uses: string;
  readonly given: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a JavaScript action's bundle as the runner does; its `post` waits for the end of the job. */
export async function runAction(job: JobContext, step: ActionStep): Promise<StepEnd> {
  const action = await readAction(step.folder);
  const main = action.runs.main;
  if (!action.runs.using.startsWith("node") || main === undefined) {
    job.log.say(
      `##[error]'${action.runs.using}' actions do not run here; only JavaScript ones do.`,
    );
    return { code: 1, outputs: {} };
  }
  const files = await createCommandFiles(job.temp, `${step.id}_main`);
  const env = {
    ...step.env,
    ...inputVariables(job, action, step.given),
    GITHUB_ACTION: step.id,
    GITHUB_ACTION_PATH: step.folder,
    GITHUB_ACTION_REPOSITORY: step.uses.startsWith("./") ? "" : (step.uses.split("@")[0] ?? ""),
    GITHUB_ACTION_REF: step.uses.split("@")[1] ?? "",
  };
  const node = job.options.node ?? process.execPath;
  const start = (script: string, extra: Record<string, string>) =>
    runInJob(job, {
      command: node,
      args: [join(step.folder, script)],
      cwd: job.workspace,
      env: { ...env, ...extra },
    });
  const code = await start(main, files.env);
  schedulePost(job, action, { state: (await files.read()).state, id: step.id, start });
  return { code, outputs: await keepFiles(job, files) };
}

function schedulePost(
  job: JobContext,
  action: ActionFile,
  at: {
    state: Readonly<Record<string, string>>;
    id: string;
    start: (script: string, extra: Record<string, string>) => Promise<number>;
  },
): void {
  const post = action.runs.post;
  if (post === undefined) return;
  job.posts.push(async () => {
    if (!holds(action.runs["post-if"] ?? "always()", jobScope(job, {}))) return;
    const files = await createCommandFiles(job.temp, `${at.id}_post`);
    const state = Object.entries(at.state).map(([key, value]) => [`STATE_${key}`, value]);
    await at.start(post, { ...files.env, ...Object.fromEntries(state) });
    job.summary += (await files.read()).summary;
  });
}
