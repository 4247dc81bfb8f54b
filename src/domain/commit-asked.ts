/** A commit that is to be made. */
export interface CommitAsked {
  readonly tree: string;
  readonly parent: string;
  readonly message: string;
}

/** Where the hooks of a person's repository look at a commit, and the command lines that run them. */
export interface HookSite {
  readonly dir: string;
  readonly hooks: readonly { readonly name: string; readonly line: string }[];
}
