/** What a repository's tests are run with, found from its files; `lookedAt` says where. */
export interface Detected {
  readonly testCommand: string | null;
  readonly framework: string | null;
  readonly lookedAt: readonly string[];
}
