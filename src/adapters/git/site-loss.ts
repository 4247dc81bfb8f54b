import { access, lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Offence } from "../../domain/change.ts";
import { GitError } from "./run-git.ts";
import type { Site } from "./tree-site.ts";

/**
 * What an agent did to the place that it worked in, or null while there is something to look at. Its own
 * copy is its to lose: that is a verdict on the turn, not an outage.
 * @throws GitError when the loop's own clone is gone: nothing can go on without it
 */
export async function findLoss(site: Pick<Site, "control" | "dir">): Promise<Offence | null> {
  const isThere = await access(join(site.control, "HEAD")).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    throw new GitError(
      `The loop's own clone ${site.control} is gone: something removed or renamed it while the run was at work. Start a fresh run.`,
    );
  }
  const found = await lstat(site.dir).catch(() => null);
  if (found === null) return lost("The work tree was removed or renamed.");
  return found.isDirectory() ? null : lost("The work tree was replaced by something else.");
}

function lost(what: string): Offence {
  const fix = `${what} Work inside the directory that you are given and leave it where it is.`;
  return { code: "WORKTREE_DELETED", path: ".", fix };
}
