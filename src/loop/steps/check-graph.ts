import { nearestWord } from "../../domain/nearest-word.ts";
import { unreachable } from "../../domain/unreachable.ts";
import type { Task } from "./task.ts";

/** Why tasks have no order (S1-42, S1-60). Indices count from 0, in the order of the spec. */
export type GraphProblem =
  | { readonly kind: "duplicate_id"; readonly id: string; readonly at: readonly number[] }
  | {
      readonly kind: "unknown";
      readonly id: string;
      readonly on: string;
      readonly near: string | null;
    }
  | { readonly kind: "self"; readonly id: string }
  | { readonly kind: "twice"; readonly id: string; readonly on: string }
  /** The first id is also the last one. */
  | { readonly kind: "cycle"; readonly path: readonly string[] };

type Graph = readonly Pick<Task, "id" | "dependsOn">[];

/** Every reason why the tasks cannot be put in order; none when each can be reached. */
export function checkGraph(tasks: Graph): readonly GraphProblem[] {
  const duplicates = duplicateIds(tasks);
  const known = new Set(tasks.map((task) => task.id));
  const edges = tasks.flatMap((task) => problemsOfEdges(task, known));
  const cycles = duplicates.length > 0 ? [] : cyclesIn(tasks);
  return [...duplicates, ...edges, ...cycles];
}

function duplicateIds(tasks: Graph): GraphProblem[] {
  const places = new Map<string, number[]>();
  tasks.forEach(({ id }, i) => {
    places.set(id, [...(places.get(id) ?? []), i]);
  });
  return [...places].flatMap(([id, at]) =>
    at.length > 1 ? [{ kind: "duplicate_id", id, at } as const] : [],
  );
}

function problemsOfEdges(
  { id, dependsOn }: Graph[number],
  known: ReadonlySet<string>,
): GraphProblem[] {
  return [...new Set(dependsOn)].flatMap((on): GraphProblem[] => {
    const twice: GraphProblem[] =
      dependsOn.filter((other) => other === on).length > 1 ? [{ kind: "twice", id, on }] : [];
    if (on === id) return [{ kind: "self", id }, ...twice];
    if (known.has(on)) return twice;
    const near = nearestWord(
      on,
      [...known].filter((other) => other !== id),
    );
    return [{ kind: "unknown", id, on, near }, ...twice];
  });
}

/** One shortest cycle through each task that is on one and on none that was told before. */
function cyclesIn(tasks: Graph): GraphProblem[] {
  const edges = withoutOrder(tasks);
  const told = new Set<string>();
  const cycles: GraphProblem[] = [];
  for (const id of edges.keys()) {
    if (told.has(id)) continue;
    const path = wayBack(id, edges, told);
    if (path === null) continue;
    for (const step of path) told.add(step);
    cycles.push({ kind: "cycle", path });
  }
  return cycles;
}

/** The tasks that never become ready and what they wait for: those on a circle, and those behind one. */
function withoutOrder(tasks: Graph): ReadonlyMap<string, readonly string[]> {
  const left = new Map(
    tasks.map(({ id, dependsOn }) => [id, dependsOn.filter((on) => on !== id)] as const),
  );
  const waiting = new Map<string, string[]>();
  for (const [id, on] of left)
    for (const one of on) waiting.set(one, [...(waiting.get(one) ?? []), id]);
  const open = [...left.keys()];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (left.get(id)?.some((on) => left.has(on)) !== false) continue;
    left.delete(id);
    open.push(...(waiting.get(id) ?? []));
  }
  return left;
}

/** The shortest way from a task along its dependencies to itself, leaving out what was told. */
function wayBack(
  start: string,
  edges: ReadonlyMap<string, readonly string[]>,
  told: ReadonlySet<string>,
): readonly string[] | null {
  const before = new Map<string, string>();
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const on = edges.get(at) ?? [];
    if (on.includes(start)) return pathTo(at, start, before);
    const fresh = on.filter((id) => edges.has(id) && !told.has(id) && !before.has(id));
    for (const id of fresh) before.set(id, at);
    queue.push(...fresh);
  }
  return null;
}

function pathTo(last: string, start: string, before: ReadonlyMap<string, string>): string[] {
  const path = [start];
  for (let at: string | undefined = last; at !== undefined && at !== start; at = before.get(at))
    path.push(at);
  path.push(start);
  return path.reverse();
}

/** A problem as a sentence, with the way through the tasks that shows it. */
export function describeGraphProblem(problem: GraphProblem): string {
  switch (problem.kind) {
    case "duplicate_id":
      return `steps ${problem.at.map((i) => i + 1).join(" and ")} have the same id "${problem.id}"; give each its own`;
    case "unknown": {
      const hint = problem.near === null ? "" : `. Did you mean "${problem.near}"?`;
      return `"${problem.id}" depends on "${problem.on}", and there is no such step${hint}`;
    }
    case "self":
      return `"${problem.id}" depends on itself: ${problem.id} -> ${problem.id}`;
    case "twice":
      return `"${problem.id}" names "${problem.on}" more than once in dependsOn; once is enough`;
    case "cycle":
      return `steps wait for each other in a circle: ${problem.path.join(" -> ")}. Take one dependsOn out`;
    default:
      return unreachable(problem);
  }
}
