import { unsafePath } from "../../domain/safe-path.ts";
import { globsOverlap } from "./globs-overlap.ts";
import type { Task } from "./task.ts";

/** Two patterns that can name the same file. */
export interface Overlap {
  readonly one: string;
  readonly other: string;
}

/** The first patterns by which two tasks own the same file; null when they own none together. */
export function overlapOf(a: Task, b: Task): Overlap | null {
  for (const one of a.files) {
    const other = b.files.find((pattern) => globsOverlap(asGlob(one), asGlob(pattern)));
    if (other !== undefined) return { one, other };
  }
  return null;
}

/** A directory owns all that is in it. */
function asGlob(pattern: string): string {
  return pattern.endsWith("/") ? `${pattern}**` : pattern;
}

/** Two tasks that nothing puts in order and that own the same files. */
export interface Conflict extends Overlap {
  readonly first: string;
  readonly second: string;
}

/**
 * Pairs of tasks that could be worked on at the same time and own the same file. Pairs of which one
 * waits for the other, directly or not, never meet.
 */
export function ownershipConflicts(tasks: readonly Task[]): readonly Conflict[] {
  const before = ancestorsOf(tasks);
  const conflicts: Conflict[] = [];
  tasks.forEach((first, i) => {
    for (const second of tasks.slice(i + 1)) {
      const areOrdered =
        before.get(first.id)?.has(second.id) === true ||
        before.get(second.id)?.has(first.id) === true;
      const overlap = areOrdered ? null : overlapOf(first, second);
      if (overlap !== null) conflicts.push({ first: first.id, second: second.id, ...overlap });
    }
  });
  return conflicts;
}

/** For each task, all that it waits for, directly or not. Ends on circles, too. */
function ancestorsOf(tasks: readonly Task[]): ReadonlyMap<string, ReadonlySet<string>> {
  const direct = new Map(tasks.map(({ id, dependsOn }) => [id, dependsOn] as const));
  return new Map(
    tasks.map(({ id }) => {
      const seen = new Set<string>();
      const open = [...(direct.get(id) ?? [])];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (seen.has(at)) continue;
        seen.add(at);
        open.push(...(direct.get(at) ?? []));
      }
      return [id, seen] as const;
    }),
  );
}

/** Why a pattern cannot stand for owned files; null when it can. */
export function unusablePattern(pattern: string): string | null {
  if (/[[\]{}!()]/.test(pattern)) return "uses more than *, ? and **; write the alternatives out";
  return unsafePath(pattern.replace(/\*+|\?/g, "x"));
}
