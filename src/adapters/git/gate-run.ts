import { join } from "node:path";
import type { GateFinding } from "../../gates/tamper/finding.ts";
import type { GateLock } from "../../gates/tamper/gate-lock.ts";
import { isCanaryUntried } from "../../gates/tamper/judge-canary.ts";
import { judgeProof } from "../../gates/tamper/judge-proof.ts";
import { linked } from "./gate-checkout.ts";
import { diffTrees, listTree } from "./gate-trees.ts";
import type { Git } from "./git.ts";
import type { TreeTrial } from "./try-tree.ts";
import { tryTree } from "./try-tree.ts";

export interface RunQuestion
  extends Pick<TreeTrial, "git" | "holdout" | "room" | "runTests" | "freshWord"> {
  readonly git: Git;
  readonly top: string;
  readonly lock: GateLock;
  /** The commit that the static gate judged. */
  readonly head: string;
  /** Is told what could not be tried, which is no finding. */
  readonly note: (text: string) => void;
}

/** `gate --run`: tries the judged commit, RED's files laid over it, against the lock's RED commit. */
export async function judgeRunByLock(question: RunQuestion): Promise<GateFinding[]> {
  const { git, lock, head, top } = question;
  const [changes, headTree, redTree] = await Promise.all([
    diffTrees(git, lock.baseSha, lock.redSha),
    listTree(git, head),
    listTree(git, lock.redSha),
  ]);
  const redFiles = new Map(changes.map((change) => [change.path, change.head]));
  const { red, evidence } = await tryTree({
    ...question,
    tree: new Map([...headTree, ...redFiles]),
    redTree,
    red: redFiles,
    testFiles: lock.testFiles,
    baseline: null,
    known: null,
    furnishing: linked(new Map(lock.dependencies.roots.map((root) => [root, join(top, root)]))),
  });
  const findings = judgeProof({ baseline: null, red, now: null, evidence });
  const { main, canaries } = evidence;
  if (findings.length === 0 && main !== null && isCanaryUntried(main, canaries)) {
    question.note(
      "No false assertion could be tried in RED's files: whether their tests notice one is not known.",
    );
  }
  return findings;
}
