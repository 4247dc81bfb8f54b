import type { Seal } from "../domain/change.ts";
import type { Lock } from "../domain/lock.ts";
import type { ComparedTrees, PullRequestRefs } from "../domain/repository.ts";
import type { Checks } from "../ports.ts";

/** What judging a pull request needs of GitHub; the App and the Action both have it. */
export interface GateHost {
  readonly owner: string;
  readonly repo: string;
  readonly checks: Checks;
  readonly repository: {
    /** One request instead of several for what is asked next. */
    lookAhead(ahead: {
      readonly commit: string;
      readonly refFile?: { readonly ref: string; readonly path: string };
    }): Promise<void>;
    readRefFile(ref: string, path: string): Promise<string | null>;
    compare(base: string, head: string, red: string | null): Promise<ComparedTrees>;
    readPullRequest(number: number): Promise<PullRequestRefs>;
    /** Open pull requests whose head is exactly this commit. */
    pullRequestsOf(sha: string): Promise<readonly PullRequestRefs[]>;
  };
}

/**
 * Reads the text of a `lock.json` and holds it against its signature. `red` is the RED commit that the
 * branch got, `seal` its tests by git blob id; null before there is one.
 */
export type ReadLock = (text: string) =>
  | {
      readonly kind: "found";
      readonly lock: Lock;
      readonly digest: string;
      readonly red: string | null;
      readonly seal: Seal | null;
    }
  | { readonly kind: "none" }
  | { readonly kind: "tampered"; readonly why: string };
