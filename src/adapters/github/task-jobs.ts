import type { Dispatched } from "../../domain/repository.ts";
import type { GitHubClient } from "./github-client.ts";
import { createOnce, statusOf } from "./github-client.ts";

interface Place {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
}

export interface TaskWorkflow {
  /** File name below `.github/workflows`. */
  readonly workflow: string;
  /** The branch whose copy of it runs: the default one. */
  readonly branch: string;
}

/** Starts the workflow for one task, whose text stands in the run's name as well. */
export async function dispatchTask(
  place: Place,
  { workflow, branch }: TaskWorkflow,
  inputs: Readonly<Record<string, string>> & { readonly task: string },
): Promise<Dispatched> {
  const { owner, repo, client } = place;
  try {
    await createOnce(
      client.sleep,
      async () =>
        (await liveNames(place, workflow)).find((name) => names(name, inputs.task)) ?? null,
      async () => {
        const call = { owner, repo, workflow_id: workflow, ref: branch, inputs: { ...inputs } };
        await client.octokit.rest.actions.createWorkflowDispatch(call);
        return "";
      },
    );
    return { kind: "dispatched" };
  } catch (error) {
    const status = statusOf(error);
    if (status === null || status >= 500) throw error;
    return { kind: "refused", status };
  }
}

/** Of these tasks those that a run which has not ended is named for. The newest 100 runs are looked at. */
export async function namedByLiveRuns(
  place: Place,
  workflow: string,
  tasks: readonly string[],
): Promise<readonly string[]> {
  const live = await liveNames(place, workflow);
  return tasks.filter((task) => live.some((name) => names(name, task)));
}

/** Whether a workflow run has not ended; one that cannot be found has. */
export async function isLiveRun({ client, owner, repo }: Place, id: string): Promise<boolean> {
  try {
    const asked = { owner, repo, run_id: Number(id) };
    return (await client.octokit.rest.actions.getWorkflowRun(asked)).data.status !== "completed";
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

function names(title: string, task: string): boolean {
  return title.split(/\s+/).includes(task);
}

async function liveNames({ client, owner, repo }: Place, workflow: string): Promise<string[]> {
  const asked = { owner, repo, workflow_id: workflow, per_page: 100 };
  const { data } = await client.octokit.rest.actions.listWorkflowRuns(asked);
  return data.workflow_runs.flatMap(({ status, display_title }) =>
    status === "completed" ? [] : [display_title],
  );
}
