/** What order and ownership are decided by; `SpecTask` is one. */
export interface Task {
  readonly id: string;
  readonly dependsOn: readonly string[];
  /** Paths, directories ending in "/" or globs that only this task may change; empty: it does not say. */
  readonly files: readonly string[];
}
