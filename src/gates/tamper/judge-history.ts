import type { GateFinding } from "./finding.ts";

export interface HistoryEvidence {
  /** The branch of the lock, and the one HEAD is on now; null when detached. */
  readonly lockedBranch: string;
  readonly branch: string | null;
  /** Whether git's own check of every object's hash went through. */
  readonly objectsSound: boolean;
  readonly redInHead: boolean;
  /** Whether the locked base is still part of the target branch (or of RED, without a tip). */
  readonly baseInTip: boolean;
  /** How many best common ancestors HEAD and the target branch have. */
  readonly mergeBases: number;
}

/** The branch is the one that was locked, RED and base are where they were, and one fork point. */
export function judgeHistory(evidence: HistoryEvidence): GateFinding[] {
  const found: GateFinding[] = [];
  if (!evidence.objectsSound) {
    const fix = "Clone the repository anew: an object's content does not match its name.";
    found.push({ code: "REPO_TAMPERED", path: "objects", fix });
  }
  if (evidence.branch !== evidence.lockedBranch) {
    const fix = `Check out ${evidence.lockedBranch.replace("refs/heads/", "")} and bring the work there.`;
    found.push({ code: "WRONG_BRANCH", path: evidence.branch ?? "detached", fix });
  }
  if (!evidence.redInHead) {
    const fix =
      "Put the RED commit back: the branch only ever grows from it, nothing is rewritten.";
    found.push({ code: "HISTORY_REWRITTEN", path: "RED", fix });
  }
  if (!evidence.baseInTip) {
    const fix =
      "The base of the lock is no longer part of the target branch: start a new run on it.";
    found.push({ code: "HISTORY_REWRITTEN", path: "base", fix });
  }
  if (evidence.mergeBases !== 1) {
    const fix = "Leave one fork point between the branch and its target: undo the crossing merges.";
    found.push({ code: "NO_SINGLE_MERGE_BASE", path: String(evidence.mergeBases), fix });
  }
  return found;
}
