import { z } from "zod";
import { TestProject } from "../../domain/projects.ts";

/** What git would obey in a repository: everything that must be as it was when the lock was taken. */
export const RepositoryState = z.strictObject({
  /** `.git` is a directory, or a file that points to one (a linked worktree, a submodule). */
  kind: z.enum(["directory", "gitfile"]),
  gitDir: z.string(),
  commonDir: z.string(),
  /** Every setting, included files too, as "key\nvalue". */
  config: z.array(z.string()),
  /** Hooks, info/*, alternates, shallow and the like: name to sha256 of type, mode and bytes. */
  files: z.record(z.string(), z.string()),
  worktrees: z.array(z.string()),
  /** Names under refs/replace. */
  replaced: z.array(z.string()),
  /** Branches and tags and what they point at; in a lock without those that are checked out. */
  refs: z.record(z.string(), z.string()).default({}),
  /** Paths that have an index flag which hides them, as in a sparse checkout. */
  flagged: z.array(z.string()),
});
export type RepositoryState = z.infer<typeof RepositoryState>;

/** Installed dependencies that git ignores and tests run with. */
export const DependencyState = z.strictObject({
  roots: z.array(z.string()),
  /** Path to "sha256:stat"; the stat part only saves reading a file that nobody has touched. */
  files: z.record(z.string(), z.object({ digest: z.string(), stat: z.string() })),
});
export type DependencyState = z.infer<typeof DependencyState>;

/** What `tdd-loop lock` writes and `tdd-loop gate --lock` holds a repository to. */
export const GateLock = z.strictObject({
  version: z.literal(1),
  /** Full ref name of the branch that is worked on. */
  branch: z.string(),
  baseSha: z.string(),
  redSha: z.string(),
  /** Exact paths. A protected path is open only when it is written out here. */
  allow: z.array(z.string()),
  /** More globs of test files. */
  testFiles: z.array(z.string()),
  testCommand: z.array(z.string()).min(1),
  /** The projects of a monorepo that are run instead; absent where the repository is one. */
  projects: z.array(TestProject).min(1).optional(),
  repository: RepositoryState,
  dependencies: DependencyState,
  /** Ignore rules outside the tree (info/exclude) as they were. */
  excludes: z.string(),
  /**
   * Files that stood on disk otherwise than in git, and unchanged by git's own word, as a filter or
   * an encoding has it (LFS, ident, UTF-16): path to blob and sha256 of what was there.
   */
  converted: z.record(z.string(), z.object({ oid: z.string(), digest: z.string() })).default({}),
});
export type GateLock = z.infer<typeof GateLock>;
