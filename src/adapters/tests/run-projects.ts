import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectRun } from "../../domain/merge-test-runs.ts";
import { mergeTestRuns } from "../../domain/merge-test-runs.ts";
import type { TestProject } from "../../domain/projects.ts";
import type { RanTests, TestRun } from "../../domain/test-run.ts";
import type { TestRequest } from "../../ports.ts";
import { misconfigured } from "./cause/causes.ts";

/** Runs one project: `dir` is where, `top` is the checkout that it is part of. */
type RunOne = (asked: TestRequest & { readonly top: string }) => Promise<RanTests>;

/**
 * Runs every project in its own directory, one after another, and gives one run of all. Which directory
 * a path of the checkout leads to is asked of the file system: a link out of it is not followed.
 */
export async function runProjects(
  asked: TestRequest,
  projects: readonly TestProject[],
  runOne: RunOne,
): Promise<RanTests> {
  const { dir: top, projects: _all, ...rest } = asked;
  const parts: ProjectRun[] = [];
  let sandbox = "none";
  for (const project of projects) {
    const dir = await directoryIn(top, project.cwd);
    if (dir === null) {
      parts.push({ project, run: absent(project) });
      continue;
    }
    const { command, framework } = project;
    const ran = await runOne({ ...rest, command, framework, dir, top });
    sandbox = ran.sandbox;
    parts.push({ project, run: ran.run });
  }
  return { run: mergeTestRuns(parts), sandbox };
}

async function directoryIn(top: string, cwd: string): Promise<string | null> {
  const [root, dir] = await Promise.all([
    realpath(top),
    realpath(join(top, cwd)).catch(() => null),
  ]);
  if (dir === null || !`${dir}/`.startsWith(`${root}/`)) return null;
  return (await stat(dir)).isDirectory() ? join(top, cwd).replace(/\/$/, "") : null;
}

function absent({ cwd }: TestProject): TestRun {
  return {
    kind: "did_not_start",
    framework: "unknown",
    cause: misconfigured,
    why: `${cwd.slice(0, -1)} is no directory of this tree`,
    output: "",
    durationMs: 0,
  };
}
