import type { GitHubClient } from "../adapters/github/github-client.ts";
import type { TaskWorkflow } from "../adapters/github/task-jobs.ts";
import { dispatchTask, isLiveRun, namedByLiveRuns } from "../adapters/github/task-jobs.ts";
import { readTaskRecord, writeTaskText } from "../adapters/journal/task-text.ts";
import type { PostedTask, TaskName, TaskStarted } from "../domain/task-record.ts";
import { taskText } from "../domain/task-record.ts";
import type { TaskBoard, TaskJobs } from "../ports.ts";
import type { Job } from "./action/job.ts";
import { RepositoryEvent } from "./payloads.ts";
import { issueStateDir } from "./wire-job-request.ts";
import { plainWorkspace } from "./wire-job-run.ts";

/** The tasks of one run, as this job may reach them. */
export interface TaskPlace {
  readonly job: Job;
  readonly client: GitHubClient;
  readonly issue: number;
  readonly run: string;
}

/** What the run goes on with in each of its jobs: the App's login, and the sticky comment. */
export interface TaskVoice {
  readonly bot: string | null;
  readonly stickyComment: number | null;
}

export interface WiredTasks {
  readonly board: TaskBoard;
  readonly jobs: TaskJobs;
  /** Takes the issue's claim for this job; false when another one has it. */
  claim(): Promise<boolean>;
}

export function wireTasks(place: TaskPlace, voice: TaskVoice): WiredTasks {
  return { board: taskBoard(place), jobs: taskJobs(place, voice), claim: () => claim(place) };
}

/**
 * Claims the issue as `adapters/github/claims.ts` does, but by a push: it costs no request of the API,
 * of which a repository's jobs have few. The job that follows on one which failed is of the same workflow
 * run, and takes up its claim.
 */
async function claim({ job, issue, run }: TaskPlace): Promise<boolean> {
  const workspace = plainWorkspace(job, issueStateDir(job, issue));
  const ref = `refs/tdd-loop/issue-${issue}/claim`;
  const text = `tasks of ${run} in workflow run ${job.runId}`;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const version = await workspace.putRecord({ ref, text, over: null, keep: [] }, signal);
  if (version !== null) return true;
  return (await workspace.readRecord(ref, signal))?.text === text;
}

/** How long one look at the records may take, in milliseconds. */
const PATIENCE_MS = 120_000;

/** Records on refs of the repository: `refs/tdd-loop/issue-N/tasks/RUN/COMMAND`. */
function taskBoard({ job, issue, run }: TaskPlace): TaskBoard {
  const key = job.env["TDD_LOOP_LOCK_KEY"] || null;
  const workspace = plainWorkspace(job, issueStateDir(job, issue));
  const prefix = `refs/tdd-loop/issue-${issue}/tasks/${run}/`;
  const signal = () => AbortSignal.timeout(PATIENCE_MS);
  return {
    async read() {
      const kept = await workspace.readRecords(prefix, signal());
      const posted = new Map<string, PostedTask>();
      for (const [command, { text, sha }] of kept) {
        const record = readTaskRecord({ run, command }, text, key);
        // Not ours: as if its job had been lost, so that one of ours takes its place.
        posted.set(command, { record: record ?? { kind: "lost", times: 1, at: 0 }, version: sha });
      }
      return posted;
    },
    async post(command, record, over) {
      const ref = `${prefix}${command}`;
      const text = writeTaskText({ run, command }, record, key);
      const keep =
        record.kind === "done" && record.result.kind === "turn_taken" ? [record.result.tree] : [];
      return await workspace.putRecord({ ref, text, over, keep }, signal());
    },
    async drop(commands) {
      await workspace.dropRecords(
        commands.map((command) => `${prefix}${command}`),
        signal(),
      );
    },
  };
}

/** Jobs of the workflow that this job is one of, from the default branch's copy of it. */
function taskJobs({ job, client, issue, run }: TaskPlace, voice: TaskVoice): TaskJobs {
  const place = { client, owner: job.owner, repo: job.repo };
  const branch = RepositoryEvent.parse(job.payload).repository.default_branch;
  const workflow: TaskWorkflow = { workflow: job.workflow, branch };
  const nameOf = (command: string): string => taskText({ run, command } satisfies TaskName);
  return {
    async start(command): Promise<TaskStarted> {
      const inputs = { issue: String(issue), task: nameOf(command), args: JSON.stringify(voice) };
      const dispatched = await dispatchTask(place, workflow, inputs);
      return dispatched.kind === "dispatched"
        ? { kind: "started" }
        : refusedStart(dispatched.status, workflow);
    },
    async alive(posted) {
      const names = commandsOf(posted, "dispatched").map(nameOf);
      const named =
        names.length === 0 ? [] : await namedByLiveRuns(place, workflow.workflow, names);
      const working: string[] = [];
      for (const command of commandsOf(posted, "taken")) {
        if (await isLive(place, posted.get(command))) working.push(command);
      }
      const waiting = [...posted.keys()].filter((command) => named.includes(nameOf(command)));
      return new Set([...waiting, ...working]);
    },
  };
}

type Posted = ReadonlyMap<string, PostedTask>;

function commandsOf(posted: Posted, kind: PostedTask["record"]["kind"]): string[] {
  return [...posted].flatMap(([command, { record }]) => (record.kind === kind ? [command] : []));
}

async function isLive(
  place: Parameters<typeof isLiveRun>[0],
  task: PostedTask | undefined,
): Promise<boolean> {
  return task?.record.kind === "taken" && (await isLiveRun(place, task.record.job));
}

/** @param status 403, 404 or 422, as GitHub refuses to start a workflow */
function refusedStart(status: number, { workflow }: TaskWorkflow): TaskStarted {
  const file = `.github/workflows/${workflow}`;
  const why = `\`rules.fanout: jobs\` starts a job for each task, and GitHub answered ${status} when ${file} was to be started.`;
  const fixes: Readonly<Record<number, string>> = {
    403: `Give the job in ${file} the permission \`actions: write\`; or take \`rules.fanout\` out of .github/tdd-loop.yml and start a fresh run.`,
    422: `Give ${file} on the default branch \`on: workflow_dispatch\` with the inputs issue, command, args and task, as the example in the README has them; or take \`rules.fanout\` out of .github/tdd-loop.yml and start a fresh run.`,
  };
  const fix = fixes[status] ?? `Is ${file} on the default branch? Put it there, then resume.`;
  return { kind: "refused", why, fix };
}
