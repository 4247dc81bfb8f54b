import { overlapOf } from "./ownership.ts";
import type { Task } from "./task.ts";

/** How far a plan is. */
export interface Progress {
  readonly completed: ReadonlySet<string>;
  /** Tasks that somebody works on now. */
  readonly running: ReadonlySet<string>;
}

/** Not completed, not running, and everything they depend on is completed; in the order of the spec. */
export function readyTasks<T extends Task>(tasks: readonly T[], progress: Progress): readonly T[] {
  const { completed, running } = progress;
  return tasks.filter(
    ({ id, dependsOn }) =>
      !completed.has(id) && !running.has(id) && dependsOn.every((on) => completed.has(on)),
  );
}

/**
 * The tasks to show or start next (S1-18, S1-36): the first ready ones in the order of the spec, at
 * most `parallelism` with those that run. One that owns a file of another that runs or comes before
 * it waits, so that tasks with the same files are never worked on together.
 */
export function nextTasks<T extends Task>(
  tasks: readonly T[],
  progress: Progress,
  parallelism: number,
): readonly T[] {
  const taken = tasks.filter(({ id }) => progress.running.has(id));
  const next: T[] = [];
  for (const task of readyTasks(tasks, progress)) {
    if (taken.length + next.length >= parallelism) break;
    if ([...taken, ...next].every((other) => overlapOf(task, other) === null)) next.push(task);
  }
  return next;
}

/** All tasks in the order in which they are done one at a time; null when there is a circle. */
export function workOrder<T extends Task>(tasks: readonly T[]): readonly T[] | null {
  const waves = workWaves(tasks, 1);
  return waves === null ? null : waves.flat();
}

/** The same, as rounds of tasks that can be done side by side. */
export function workWaves<T extends Task>(
  tasks: readonly T[],
  parallelism: number,
): readonly (readonly T[])[] | null {
  const completed = new Set<string>();
  const waves: (readonly T[])[] = [];
  while (completed.size < tasks.length) {
    const wave = nextTasks(tasks, { completed, running: new Set() }, parallelism);
    if (wave.length === 0) return null;
    for (const { id } of wave) completed.add(id);
    waves.push(wave);
  }
  return waves;
}
