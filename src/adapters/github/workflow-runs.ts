import type { Dispatched, DispatchRequest, LiveRun } from "../../domain/repository.ts";
import type { GitHubClient } from "./github-client.ts";
import { createOnce, statusOf } from "./github-client.ts";

interface Place {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
}

/** Starts the workflow; a missing file (404), a missing right (403) or input (422) is a value. */
export async function dispatchWorkflow(place: Place, asked: DispatchRequest): Promise<Dispatched> {
  const { owner, repo, client } = place;
  const { workflow, branch, issueNumber } = asked;
  try {
    await createOnce(
      client.sleep,
      async () => (await listLiveRuns(place, workflow, issueNumber))[0]?.id ?? null,
      async () => {
        const inputs = { ...asked.inputs };
        const call = { owner, repo, workflow_id: workflow, ref: branch, inputs };
        return (await client.octokit.rest.actions.createWorkflowDispatch(call)).status;
      },
    );
    return { kind: "dispatched" };
  } catch (error) {
    const status = statusOf(error);
    if (status === null || status >= 500) throw error;
    return { kind: "refused", status };
  }
}

/** Runs for one issue that have not ended, told by the issue's number in the run's name. */
export async function listLiveRuns(
  place: Place,
  workflow: string,
  issueNumber: number,
): Promise<LiveRun[]> {
  return (await listRuns(place, workflow, issueNumber))
    .filter((run) => run.status !== "completed")
    .map((run) => ({ id: run.id, url: run.html_url }));
}

/** Whether a run of the issue that was made at `since` or later (ms since 1970) is over. */
export async function hasEndedSince(
  place: Place,
  asked: { readonly workflow: string; readonly issueNumber: number; readonly since: number },
): Promise<boolean> {
  const runs = await listRuns(place, asked.workflow, asked.issueNumber);
  return runs.some(
    (run) => run.status === "completed" && Date.parse(run.created_at) >= asked.since,
  );
}

async function listRuns(place: Place, workflow: string, issueNumber: number) {
  const { owner, repo, client } = place;
  const name = new RegExp(`#${issueNumber}(?!\\d)`);
  try {
    const asked = { owner, repo, workflow_id: workflow, per_page: 50 };
    const { data } = await client.octokit.rest.actions.listWorkflowRuns(asked);
    return data.workflow_runs.filter((run) => name.test(run.display_title));
  } catch (error) {
    if (statusOf(error) === 404) return [];
    throw error;
  }
}

/** Cancels a run; one that has just ended (409) is as good. */
export async function cancelRun(place: Place, run_id: number): Promise<void> {
  const { owner, repo, client } = place;
  try {
    await client.octokit.rest.actions.cancelWorkflowRun({ owner, repo, run_id });
  } catch (error) {
    const status = statusOf(error);
    if (status !== 409 && status !== 404) throw error;
  }
}
