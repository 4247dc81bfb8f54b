import type { WiredJob } from "../wire-job.ts";
import type { ActionEnded } from "./run-action.ts";
export async function judgePullRequestOf(
  _t: unknown,
  _w: WiredJob,
  _p: unknown,
): Promise<ActionEnded> {
  return { outputs: {}, summary: "", failure: "x" };
}
