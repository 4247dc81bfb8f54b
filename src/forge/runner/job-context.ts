import type { Permissions } from "../actor.ts";
import type { Repo, WorkflowRun, World } from "../world.ts";
import type { JobLog } from "./job-log.ts";
import type { ProcessHandle } from "./step-process.ts";
import type { Target } from "./triggers.ts";
import type { JobDefinition } from "./workflow.ts";
import type { Workflow } from "./workflow-files.ts";

/** What the machine that runs jobs has. */
export interface RunnerOptions {
  /** Folder with action.yml and dist/: what `uses: tdd-loop/tdd-loop@…` runs. */
  readonly actionDir: string;
  /** The Node that runs actions; this process's own by default. */
  readonly node?: string;
  /** Given to every job, as environment and as secrets; masked in logs where the name says secret. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunContext {
  readonly world: World;
  readonly options: RunnerOptions;
  readonly repo: Repo;
  readonly run: WorkflowRun;
  readonly workflow: Workflow;
  readonly target: Target;
  readonly payload: Record<string, unknown>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface NeededJob {
  readonly result: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** One job while it runs. What steps change stands here: environment, path, outcomes. */
export interface JobContext extends RunContext {
  readonly key: string;
  readonly definition: JobDefinition;
  readonly log: JobLog;
  readonly token: string;
  readonly permissions: Permissions;
  readonly needs: Readonly<Record<string, NeededJob>>;
  readonly workspace: string;
  readonly temp: string;
  readonly home: string;
  readonly eventPath: string;
  readonly env: Record<string, string>;
  readonly extraPath: string[];
  readonly steps: Record<string, StepOutcome>;
  readonly posts: (() => Promise<void>)[];
  summary: string;
  state: "running" | "failed" | "cancelled" | "killed";
  current: ProcessHandle | null;
  /** `state` when the step that runs now was decided on: a change since then is meant for it. */
  stepState: JobContext["state"];
}

export interface StepOutcome {
  readonly outcome: string;
  readonly conclusion: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export function secretsOf(context: RunContext, token: string): Record<string, string> {
  return {
    ...context.options.env,
    ...Object.fromEntries(context.repo.secrets),
    GITHUB_TOKEN: token,
  };
}
