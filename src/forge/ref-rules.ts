import { hasRole } from "./access.ts";
import type { Actor } from "./actor.ts";
import { ApiError } from "./api-error.ts";
import { isAncestor, mergeBase, zeroSha } from "./git-queries.ts";
import { missingChecks } from "./mergeability.ts";
import type { RefChange } from "./ref-changes.ts";
import { inTurn, refChanged } from "./ref-changes.ts";
import type { Repo, World } from "./world.ts";

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Whether this caller may change files under .github/workflows (GitHub: its own permission). */
export function mayChangeWorkflows(actor: Actor): boolean {
  if (actor.kind === "user") return actor.scopes.includes("workflow");
  return actor.kind === "installation" && actor.permissions["workflows"] === "write";
}

/** Admins pass a protected branch unless it is enforced for them too. */
export function mayBypass(actor: Actor, repo: Repo, branch: string): boolean {
  const enforced = repo.protections.get(branch)?.enforceAdmins ?? false;
  return actor.kind === "user" && !enforced && hasRole(repo, actor.user.login, "admin");
}

/** The first workflow file that a change brings in, null when none. */
export async function changedWorkflow(repo: Repo, change: RefChange): Promise<string | null> {
  if (change.after === zeroSha) return null;
  const { git } = repo;
  const main = await git.run(["rev-parse", "--verify", "-q", `refs/heads/${repo.defaultBranch}`]);
  const fork = main.code === 0 ? await mergeBase(git, main.stdout.trim(), change.after) : null;
  const from = change.before === zeroSha ? (fork ?? emptyTree) : change.before;
  const files = await git.ok([
    "diff",
    "--name-only",
    from,
    change.after,
    "--",
    ".github/workflows",
  ]);
  return files.split("\n").find(Boolean) ?? null;
}

async function checkProtection(repo: Repo, actor: Actor, change: RefChange): Promise<void> {
  const branch = change.ref.replace(/^refs\/heads\//, "");
  if (!repo.protections.has(branch)) return;
  if (change.after === zeroSha) throw new ApiError(422, "Cannot delete a protected branch");
  const isForward = await isAncestor(repo.git, change.before, change.after);
  if (!isForward) throw new ApiError(422, "Cannot force-push to this branch");
  if (mayBypass(actor, repo, branch)) return;
  const [missing] = missingChecks(repo, branch, change.after);
  if (missing !== undefined) {
    throw new ApiError(409, `Required status check "${missing}" is expected.`);
  }
}

/** Moves a ref through the API: protection, the workflows permission, then compare-and-swap. */
export function moveRef(world: World, repo: Repo, actor: Actor, change: RefChange): Promise<void> {
  return inTurn(repo, async () => {
    await checkProtection(repo, actor, change);
    const isBranch = change.ref.startsWith("refs/heads/");
    const workflow = isBranch ? await changedWorkflow(repo, change) : null;
    if (workflow !== null && !mayChangeWorkflows(actor)) {
      throw new ApiError(403, "Resource not accessible by integration");
    }
    await writeRef(repo, change);
    await refChanged(world, repo, actor, change);
  });
}

export async function writeRef(repo: Repo, change: RefChange): Promise<void> {
  const args =
    change.after === zeroSha
      ? ["update-ref", "-d", change.ref, change.before]
      : ["update-ref", change.ref, change.after, change.before];
  const moved = await repo.git.run(args);
  if (moved.code === 0) return;
  if (change.before === zeroSha) throw new ApiError(422, "Reference already exists");
  throw new ApiError(422, "Reference cannot be updated");
}
