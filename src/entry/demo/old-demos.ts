import { readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holderOf } from "../local/hold-run.ts";

/** How the directory of a demo begins. */
export const demoPrefix = "tdd-loop-demo-";

/** Long enough to look at what a demo left. */
const KEPT_MS = 24 * 3_600_000;

/** Removes what demos of this user left that ended a day ago or longer, so that they do not pile up. */
export async function removeOldDemos(now = Date.now(), room = tmpdir()): Promise<void> {
  for (const name of await readdir(room).catch(() => [])) {
    const dir = join(room, name);
    if (!name.startsWith(demoPrefix) || !(await isOld(dir, now))) continue;
    await rm(dir, { recursive: true, force: true });
  }
}

async function isOld(dir: string, now: number): Promise<boolean> {
  const found = await stat(dir).catch(() => null);
  if (found === null || found.uid !== process.getuid?.()) return false;
  return now - found.mtimeMs > KEPT_MS && (await holderOf(dir)) === null;
}
