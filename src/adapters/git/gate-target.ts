import type { GateLock } from "../../gates/tamper/gate-lock.ts";
import type { Landing } from "../../gates/tamper/judge-landing.ts";
import { readLanding } from "./gate-landing.ts";
import type { Git } from "./git.ts";

/** A branch and the tip that it is to be merged into, as the server has it. */
interface Target {
  /** The PATH to find git in. */
  readonly path: string;
  readonly git: Git;
  readonly objects: string;
  readonly lock: GateLock;
  readonly head: string;
  readonly tip: string | null;
}

interface Fork {
  readonly fork: string;
  readonly count: number;
  /** The tip has RED in it. */
  readonly isOwn: boolean;
}

/**
 * The fork point, and how many candidates there are. A tip that has RED in it is the branch itself
 * in some guise, or has merged it: then the lock's base is what changes are counted from.
 */
export async function readFork({ git, tip, lock, head }: Target): Promise<Fork> {
  if (tip === null) return { fork: lock.baseSha, count: 1, isOwn: false };
  const found = await git(["merge-base", "--all", tip, head]);
  const bases = found.stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
  const holdsRed = await git(["merge-base", "--is-ancestor", lock.redSha, tip]);
  const isOwn = holdsRed.exitCode === 0;
  const fork = isOwn ? lock.baseSha : (bases[0] ?? lock.baseSha);
  return { fork, count: bases.length, isOwn };
}

/** A merge tells more than the branch's tree only where the target went on after the fork. */
export async function readLandingOf(
  { path, objects, tip, head }: Target,
  { fork, count, isOwn }: Fork,
): Promise<Landing> {
  const adds = tip !== null && count > 0 && !isOwn && fork !== tip && fork !== head;
  if (!adds) return { kind: "as_the_branch" };
  return await readLanding({ path, objects, tip, head });
}

/** Refs that follow the target branch's tip, as after a fetch, count as where they were. */
export async function withoutFetched(
  { git, lock, tip }: Target,
  refs: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const settled = { ...refs };
  for (const [name, before] of Object.entries(lock.repository.refs)) {
    const now = refs[name];
    if (tip === null || now === undefined || now === before) continue;
    const isFetched = (await git(["merge-base", "--is-ancestor", now, tip])).exitCode === 0;
    if (isFetched) settled[name] = before;
  }
  return settled;
}
