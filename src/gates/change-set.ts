/** A version of a path: git's mode and object id; null where the path is absent. */
export type Version = { readonly mode: string; readonly oid: string } | null;

/** A path that the fork point and HEAD do not agree about. */
export interface CommittedChange {
  readonly path: string;
  readonly fork: Version;
  readonly head: Version;
}

/** A path that HEAD, index and work tree do not agree about, as one `git status` tells it. */
export type PendingChange =
  | {
      readonly kind: "tracked";
      readonly path: string;
      readonly head: Version;
      readonly index: Version;
      readonly worktreeDiffers: boolean;
      /** In the index by name only (`git add --intent-to-add`). */
      readonly intentToAdd: boolean;
    }
  | { readonly kind: "unmerged"; readonly path: string }
  | { readonly kind: "untracked"; readonly path: string };

export interface ChangeEvidence {
  readonly committed: readonly CommittedChange[];
  readonly pending: readonly PendingChange[];
  /** The allowlist's own path, null when it lies outside the repository. */
  readonly allowlistPath: string | null;
}

/**
 * The change set of S0-35: paths where the fork point differs from the work tree or from the index,
 * and untracked paths. Because fork = index and fork ≠ work tree means index ≠ work tree, the set is
 * {fork ≠ index} ∪ {index ≠ work tree} ∪ untracked, and one status plus one tree diff tell it all.
 * Left out (S0-38): `.tdd-loop/`, and the allowlist while neither HEAD nor the index has it.
 */
export function changedPaths({ committed, pending, allowlistPath }: ChangeEvidence): string[] {
  const forks = new Map(committed.map((change) => [change.path, change]));
  const seen = new Set(pending.filter((change) => change.kind !== "untracked").map((c) => c.path));
  const changed = new Set<string>();
  for (const change of pending) {
    if (change.kind !== "tracked" || differs(change, forks.get(change.path))) {
      changed.add(change.path);
    }
  }
  for (const { path } of committed) if (!seen.has(path)) changed.add(path);
  const listIsFree =
    allowlistPath !== null && !seen.has(allowlistPath) && !forks.get(allowlistPath)?.head;
  return [...changed].filter(
    (path) => !path.startsWith(".tdd-loop/") && !(listIsFree && path === allowlistPath),
  );
}

function differs(
  change: Extract<PendingChange, { kind: "tracked" }>,
  committed: CommittedChange | undefined,
): boolean {
  if (change.worktreeDiffers || change.intentToAdd) return true;
  const fork = committed === undefined ? change.head : committed.fork;
  return fork?.mode !== change.index?.mode || fork?.oid !== change.index?.oid;
}
