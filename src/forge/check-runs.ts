import type { Actor, App } from "./actor.ts";
import { emit } from "./events.ts";
import { commitInfo } from "./git-queries.ts";
import { checkRunShape, checkSuiteShape, suiteState } from "./shapes/check-shape.ts";
import { simpleCommitShape } from "./shapes/commit-shape.ts";
import { repoShape } from "./shapes/repo-shape.ts";
import type { CheckRun, CheckSuite, Repo, World } from "./world.ts";

/** The suite of an app on a commit: one each. */
export function suiteFor(
  world: World,
  repo: Repo,
  app: App,
  head: { sha: string; branch: string | null; before?: string | null },
): CheckSuite {
  const found = repo.checkSuites.find((one) => one.app === app && one.headSha === head.sha);
  if (found) return found;
  const suite: CheckSuite = {
    id: world.nextId(),
    app,
    headSha: head.sha,
    headBranch: head.branch,
    before: head.before ?? null,
    createdAt: world.now(),
    updatedAt: world.now(),
  };
  repo.checkSuites.push(suite);
  return suite;
}

/** A check run in a webhook carries its whole suite. */
function eventShape(world: World, repo: Repo, run: CheckRun) {
  return {
    ...checkRunShape(world, repo, run),
    check_suite: checkSuiteShape(world, repo, run.suite),
  };
}

export async function emitSuite(
  world: World,
  repo: Repo,
  at: { actor: Actor; suite: CheckSuite; action: string; onlyFor?: App },
): Promise<void> {
  const head = await commitInfo(repo.git, at.suite.headSha);
  emit(world, repo, at.actor, {
    name: "check_suite",
    action: at.action,
    payload: {
      check_suite: {
        ...checkSuiteShape(world, repo, at.suite),
        head_commit: simpleCommitShape(head),
        repository: repoShape(world, repo),
      },
    },
    ...(at.onlyFor ? { onlyFor: at.onlyFor } : {}),
  });
}

export function emitRun(
  world: World,
  repo: Repo,
  at: { actor: Actor; run: CheckRun; action: string; onlyFor?: App },
): void {
  emit(world, repo, at.actor, {
    name: "check_run",
    action: at.action,
    payload: { check_run: eventShape(world, repo, at.run) },
    ...(at.onlyFor ? { onlyFor: at.onlyFor } : {}),
  });
}

/** Completed runs are told of, and so is their suite once it is complete. */
export async function afterCompletion(
  world: World,
  repo: Repo,
  actor: Actor,
  run: CheckRun,
): Promise<void> {
  run.suite.updatedAt = world.now();
  emitRun(world, repo, { actor, run, action: "completed" });
  if (suiteState(repo, run.suite).status === "completed") {
    await emitSuite(world, repo, { actor, suite: run.suite, action: "completed" });
  }
}
