import { senderOf } from "./access.ts";
import type { Actor } from "./actor.ts";
import { resolveRef, zeroSha } from "./git-queries.ts";
import { inTurn, refChanged } from "./ref-changes.ts";
import { writeRef } from "./ref-rules.ts";
import { withIndex } from "./with-index.ts";
import type { Repo, World } from "./world.ts";

/** One commit with these files on a branch, made from the default branch when it is new. */
export async function writeFiles(
  world: World,
  repo: Repo,
  asked: { actor: Actor; branch: string; files: Readonly<Record<string, string>>; message: string },
): Promise<string> {
  const { git } = repo;
  const ref = `refs/heads/${asked.branch}`;
  const before = await resolveRef(git, ref);
  const parent = before ?? (await resolveRef(git, `refs/heads/${repo.defaultBranch}`));
  const tree = await withIndex({ world, repo }, async (env) => {
    await git.ok(["read-tree", parent ?? "--empty"], { env });
    for (const [path, text] of Object.entries(asked.files)) {
      const blob = await git.ok(["hash-object", "-w", "--stdin"], { input: text });
      await git.ok(["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`], { env });
    }
    return git.ok(["write-tree"], { env });
  });
  const who = senderOf(world, asked.actor);
  const identity = {
    GIT_AUTHOR_NAME: who.login,
    GIT_AUTHOR_EMAIL: `${who.id}+${who.login}@users.noreply.github.com`,
  };
  const parents = parent === null ? [] : ["-p", parent];
  const after = await git.ok(["commit-tree", tree, ...parents, "-m", asked.message], {
    env: identity,
  });
  const change = { ref, before: before ?? zeroSha, after };
  await inTurn(repo, async () => {
    await writeRef(repo, change);
    await refChanged(world, repo, asked.actor, change);
  });
  return after;
}
