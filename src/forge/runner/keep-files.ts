import type { CommandFiles } from "./command-files.ts";
import type { JobContext } from "./job-context.ts";

export interface StepEnd {
  readonly code: number;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Names a step may not set for the steps after it. */
const reserved = /^(GITHUB_|RUNNER_|NODE_OPTIONS$)/;

/** Takes over what a step wrote to its command files. Gives its outputs. */
export async function keepFiles(
  job: JobContext,
  files: CommandFiles,
): Promise<Record<string, string>> {
  const said = await files.read();
  for (const [name, value] of Object.entries(said.env)) {
    if (!reserved.test(name)) job.env[name] = value;
  }
  job.extraPath.unshift(...said.path);
  job.summary += said.summary;
  return said.output;
}
