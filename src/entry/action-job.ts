import * as core from "@actions/core";
import type { EarlyAnswer } from "../domain/early-answer.ts";
import { readJob } from "./action/job.ts";
import { runAction } from "./action/run-action.ts";
import { whyFailed } from "./action/why-failed.ts";
import { forLog } from "./for-log.ts";

/** Does what the job is for: what the runner gives goes in, what it shows comes out. Never throws. */
export async function runJob(early: EarlyAnswer | null): Promise<void> {
  try {
    await work(early);
  } catch (error) {
    core.setFailed(whyFailed(error, process.env));
  }
}

async function work(early: EarlyAnswer | null): Promise<void> {
  const job = await readJob(process.env);
  for (const secret of job.secrets) core.setSecret(secret);
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  process.once("SIGTERM", () => controller.abort());
  // What ends a run may quote a model or a test, over several lines.
  const print = (line: string) => core.info(forLog(line));
  const ended = await runAction({ ...job, early }, print, controller.signal);
  for (const [name, value] of Object.entries(ended.outputs)) core.setOutput(name, value);
  if (ended.summary !== "") await core.summary.addRaw(ended.summary, true).write();
  if (ended.failure !== null) core.setFailed(ended.failure);
}
