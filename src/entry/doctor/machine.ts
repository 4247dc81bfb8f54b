import type { Config } from "../../domain/config.ts";
import type { Detected } from "../../domain/detected.ts";
import type { KnownProject } from "../../domain/projects.ts";
import type { RequiredCheck } from "../../domain/required-check.ts";
import type { FoundProject } from "../../domain/result.ts";

/** What the doctor looks at. Nothing in it writes. */
export interface Machine {
  readonly repo: string;
  readonly nodeVersion: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs git in the repository; exit code null when there is no git. */
  git(args: readonly string[]): Promise<{ exitCode: number | null; stdout: string }>;
  /** Text of a file below the repository, or of an absolute path; null when it is absent. */
  readText(path: string): Promise<string | null>;
  /** A command that is named decides; null has it found. */
  detectTests(files: readonly string[], named: string | null): Promise<Detected>;
  /** What those files say about the projects of a monorepo. */
  findProjects(
    projects: readonly KnownProject[],
    files: readonly string[],
  ): Promise<readonly FoundProject[]>;
  /** Whether files can be made there, and whether git itself would work there for this user. */
  access(): Promise<{ readonly isWritable: boolean; readonly isTrusted: boolean }>;
  /** What a merge into the default branch on GitHub waits for. */
  requiredChecks(): Promise<RequiredChecks>;
  /** The isolation that test runs would have, e.g. "bubblewrap", or why there is none. */
  isolation(kind: Config["sandbox"]): Promise<Isolation>;
}

export type RequiredChecks =
  | { readonly kind: "known"; readonly checks: readonly RequiredCheck[] }
  /** There is no token, or the repository's origin is not where it is for. */
  | { readonly kind: "not_asked" }
  | { readonly kind: "failed"; readonly why: string; readonly fix: string };

export type Isolation =
  | { readonly kind: "ready"; readonly name: string; readonly strong: boolean }
  | { readonly kind: "unavailable"; readonly why: string; readonly fix: string };
