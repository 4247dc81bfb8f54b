import { constants } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "./run-git.ts";

/** The objects of the repositories that agents see. */
export interface AgentPacks {
  /**
   * Copies one pack of a commit and all that it holds into a directory. Those who ask for the same commit
   * at the same time, or one after the other, have it packed once: lanes begin at the same tree.
   */
  into(commit: string, dir: string): Promise<void>;
}

/** How many packs are kept when nobody copies one: of the head that lanes begin at, and of the one before. */
const KEPT = 2;

interface Pack {
  readonly dir: string;
  readonly made: Promise<void>;
  users: number;
}

/**
 * @param control the git directory that has the objects
 * @param room a directory of this workspace's own, on any file system; what an earlier process left there is removed
 */
export function createAgentPacks(git: Git, control: string, room: string): AgentPacks {
  const packs = new Map<string, Pack>();
  let emptied: Promise<void> | null = null;
  let count = 0;

  async function make(commit: string, dir: string): Promise<void> {
    emptied ??= rm(room, { recursive: true, force: true });
    await emptied;
    await mkdir(dir, { recursive: true });
    const pack = ["pack-objects", "-q", "--revs", "--window=0", join(dir, "pack")];
    await git.text(pack, { gitDir: control, input: `${commit}\n` });
  }

  async function forgetOld(): Promise<void> {
    const idle = [...packs].slice(0, -KEPT).filter(([, { users }]) => users === 0);
    for (const [commit] of idle) packs.delete(commit);
    await Promise.all(idle.map(([, { dir }]) => rm(dir, { recursive: true, force: true })));
  }

  function packOf(commit: string): Pack {
    const known = packs.get(commit);
    if (known !== undefined) return known;
    count += 1;
    // A directory of its own each time: an old one of the same commit may be going away just now.
    const dir = join(room, String(count));
    const pack: Pack = { dir, made: make(commit, dir), users: 0 };
    packs.set(commit, pack);
    return pack;
  }

  return {
    async into(commit, dir) {
      const pack = packOf(commit);
      pack.users += 1;
      try {
        await pack.made;
        // Never a link: an agent may do to its repository what it likes.
        await cp(pack.dir, dir, { recursive: true, mode: constants.COPYFILE_FICLONE });
      } catch (error) {
        packs.delete(commit);
        throw error;
      } finally {
        pack.users -= 1;
      }
      await forgetOld();
    },
  };
}
