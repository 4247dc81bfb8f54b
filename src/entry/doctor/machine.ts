import type { Config } from "../../domain/config.ts";
import type { Detected } from "../../domain/detected.ts";
import type { KnownProject } from "../../domain/projects.ts";
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
  detectTests(files: readonly string[]): Promise<Detected>;
  /** What those files say about the projects of a monorepo. */
  findProjects(
    projects: readonly KnownProject[],
    files: readonly string[],
  ): Promise<readonly FoundProject[]>;
  /** The isolation that test runs would have, e.g. "bubblewrap", or why there is none. */
  isolation(kind: Config["sandbox"]): Promise<Isolation>;
}

export type Isolation =
  | { readonly kind: "ready"; readonly name: string; readonly strong: boolean }
  | { readonly kind: "unavailable"; readonly why: string; readonly fix: string };
