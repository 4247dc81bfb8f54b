import type { GateFinding } from "./finding.ts";
import type { DependencyState, RepositoryState } from "./gate-lock.ts";
import type { HistoryEvidence } from "./judge-history.ts";
import { judgeHistory } from "./judge-history.ts";
import type { Landing } from "./judge-landing.ts";
import { judgeLanding } from "./judge-landing.ts";
import { judgeDependencies, judgeHead, judgeRefs, judgeRepository } from "./judge-repository.ts";
import type { TreeEvidence } from "./judge-tree.ts";
import { judgeTree } from "./judge-tree.ts";
import type { WorkTreeEvidence } from "./judge-work-tree.ts";
import { judgeWorkTree } from "./judge-work-tree.ts";

/** All that `gate --lock` knows of a repository before it runs anything. */
export interface LockedEvidence {
  readonly repository: { readonly before: RepositoryState; readonly after: RepositoryState };
  readonly history: HistoryEvidence;
  readonly tree: TreeEvidence;
  readonly landing: Landing;
  readonly workTree: WorkTreeEvidence;
  readonly dependencies: { readonly before: DependencyState; readonly after: DependencyState };
}

/**
 * Everything that is wrong, the gravest first: what git would obey, then history, then what the
 * commits changed, then index and work tree, then dependencies, then what would land in the target
 * branch, then other refs. The first finding decides.
 */
export function judgeLocked(evidence: LockedEvidence): GateFinding[] {
  const { before, after } = evidence.repository;
  return [
    ...judgeRepository(before, after),
    ...judgeHistory(evidence.history),
    ...judgeHead(before, after),
    ...judgeTree(evidence.tree),
    ...judgeWorkTree(evidence.workTree),
    ...judgeDependencies(evidence.dependencies.before, evidence.dependencies.after),
    ...judgeLanding(evidence.landing, evidence.tree),
    ...judgeRefs(before, after),
  ];
}
