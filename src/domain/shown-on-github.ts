export interface CheckRun {
  readonly name: string;
  readonly sha: string;
  readonly conclusion: "success" | "failure" | "neutral" | "action_required" | null;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

export interface PullRequestDraft {
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly marker: string;
}

export interface Review {
  readonly number: number;
  readonly sha: string;
  readonly marker: string;
  readonly body: string;
  readonly comments: readonly {
    readonly path: string;
    readonly line: number;
    readonly body: string;
  }[];
  /** The diff that the comments must lie in, as `Workspace.diff` gives it. */
  readonly diff: string;
}
