import type { LoopSpec, SpecTask } from "../../domain/loop-spec/loop-spec.ts";

/** Stands for the final check among the steps; no step can have this id, because of its brackets. */
export const finalId = "(final)";

/** The step with this id; the final check is one that comes when all others are done. */
export function stepOf(loop: LoopSpec, id: string): SpecTask {
  if (id === finalId) return finalStep(loop);
  const step = loop.tasks.find((task) => task.id === id);
  if (step === undefined) throw new Error(`Bug: there is no step ${id}.`);
  return step;
}

function finalStep(loop: LoopSpec): SpecTask {
  return {
    id: finalId,
    name: "Final check of the whole",
    prompt:
      "Every step passed its own check, but the final check of the whole fails. Find what the steps do to each other and mend it with the smallest change. What passed before must still pass.",
    check: loop.finalCheck ?? "",
    dependsOn: [],
    files: [],
  };
}
