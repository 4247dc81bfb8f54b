import type { Change } from "../domain/change.ts";
import { isOwned } from "../domain/owned-paths.ts";
import { isProtectedPath } from "../domain/protected-paths.ts";
import { unsafePath } from "../domain/safe-path.ts";
import { flawOf } from "./tamper/path-safety.ts";

/** A changed file that is not part of a step, and why. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

export interface StepEvidence {
  /** Paths as the agent's reports name them. */
  readonly reported: readonly string[];
  /** Everything that the step changed. */
  readonly changes: readonly Change[];
  /** Patterns of the files that the step owns; empty when it does not say. */
  readonly owned: readonly string[];
  /** Whether files that git does not know yet may be committed (`autoCommitAddUntracked`). */
  readonly takesNew: boolean;
}

export type StepScope =
  | {
      readonly kind: "taken";
      readonly changes: readonly Change[];
      readonly left: readonly LeftOut[];
    }
  | {
      readonly kind: "refused";
      readonly why: string;
      /** What only a person can do about it; null where the agent can. */
      readonly cure: string | null;
    };

/**
 * What of a step's work counts: the reported files and no others (S1-46, S1-47). A directory is no file,
 * because it would sweep in what nobody reported; a new file needs the spec's word (S1-48). What the
 * step does not own, and protected paths that it does not name exactly, are left out with the reason.
 */
export function judgeStepScope(evidence: StepEvidence): StepScope {
  const { changes } = evidence;
  const reported = new Set(evidence.reported.map(plainPath));
  const problems = [...reported].flatMap((path) => problemOf(path, changes) ?? []);
  const judged = changes.map((change) => ({ change, why: whyLeft(change, reported, evidence) }));
  const taken = judged.flatMap(({ change, why }) => (why === null ? [change] : []));
  const newFiles = evidence.takesNew ? [] : taken.flatMap(newFileProblem);
  if (problems.length + newFiles.length > 0) {
    const cure = newFiles.length > 0 ? allowNew : null;
    return { kind: "refused", why: [...problems, ...newFiles].join("\n"), cure };
  }
  const left = judged.flatMap(({ change: { path }, why }) => (why === null ? [] : [{ path, why }]));
  return { kind: "taken", changes: taken, left };
}

function plainPath(text: string): string {
  return text.trim().replace(/^(\.\/)+/, "");
}

function problemOf(path: string, changes: readonly Change[]): string | null {
  if (changes.some((change) => change.path === path)) return null;
  const below = path === "." || path === "" ? "" : `${path.replace(/\/$/, "")}/`;
  const inside = changes.filter((change) => change.path.startsWith(below));
  const isDirectory = below === "" || path.endsWith("/") || inside.length > 0;
  if (isDirectory) {
    const names = inside.map((change) => change.path).join(", ") || "none";
    return `You reported the directory ${JSON.stringify(path)}. Report each file by its own path, so that nothing else is swept in. Changed in it: ${names}.`;
  }
  const unsafe = unsafePath(path);
  if (unsafe === null) return null;
  return `You reported ${JSON.stringify(path)}, which ${unsafe}. Name files by their path from the root of the repository.`;
}

/** Why a change does not count; null when it does. */
function whyLeft(
  { path, mode }: Change,
  reported: ReadonlySet<string>,
  { owned }: StepEvidence,
): string | null {
  if (!reported.has(path)) return "it was not reported under `artifacts`";
  const flaw = flawOf(path);
  if (flaw !== null) return `its name is unsafe (${flaw})`;
  if (mode === "120000" || mode === "160000") return "it is not a regular file";
  if (isProtectedPath(path) && !owned.includes(path))
    return "it is a protected path, which the step's files would have to name exactly";
  if (owned.length > 0 && !isOwned(owned, path)) return "the step does not own it";
  return null;
}

const allowNew =
  "May the steps of this spec commit new files? Then set autoCommitAddUntracked: true in it, and run it again.";

function newFileProblem({ path, status }: Change): string[] {
  if (status !== "added") return [];
  return [
    `The commit was refused: ${path} is a new file, and autoCommitAddUntracked is off. Put the work into files that exist, or have a person set autoCommitAddUntracked: true in the spec.`,
  ];
}
