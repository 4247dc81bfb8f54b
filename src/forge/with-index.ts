import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Repo, World } from "./world.ts";

/** Lends a throw-away git index: the environment that names it, gone afterwards. */
export async function withIndex<T>(
  at: { readonly world: World; readonly repo: Repo },
  work: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const index = join(at.repo.git.dir, `scratch-${at.world.nextId()}.index`);
  try {
    return await work({ GIT_INDEX_FILE: index });
  } finally {
    await rm(index, { force: true });
  }
}
