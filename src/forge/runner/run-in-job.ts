import { stepEnvironment } from "./environment.ts";
import type { JobContext } from "./job-context.ts";
import { startProcess } from "./step-process.ts";

export interface JobProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const defaultMinutes = 360;

/** Runs one process of a job, where cancelling or killing the job reaches it. Gives its exit code. */
export async function runInJob(job: JobContext, asked: JobProcess): Promise<number> {
  if (job.state === "killed") return 137;
  const minutes = job.definition["timeout-minutes"] ?? defaultMinutes;
  const handle = startProcess(
    {
      ...asked,
      env: stepEnvironment(job, asked.env),
      timeoutMs: Math.min(minutes * 60_000, 2 ** 31 - 1),
    },
    (text) => job.log.write(text),
  );
  job.current = handle;
  if (job.state === "cancelled" && job.stepState !== "cancelled") handle.cancel();
  const code = await handle.exit;
  job.current = null;
  job.log.endStep();
  return code;
}
