import type { Task } from "../../domain/command.ts";
import type { Result } from "../../domain/result.ts";
import type { Slice } from "../../domain/slice.ts";
import { layerOf, layerRank } from "../../domain/slice.ts";
import { noSpend } from "../../domain/spend.ts";
import type { Grounded, RunState } from "../../loop/state.ts";

/** A slice for each criterion, as a stand-in for the decomposer of a run: enough to see the prompts by. */
export function draftAnswer(command: string, task: Task, state: RunState): Result {
  if (!("ground" in state && "spec" in state))
    throw new Error("Bug: a draft before the base is open.");
  const slices = draftSlices(state);
  return {
    ...{ kind: "turn_taken", command, role: task.role, tree: task.tree },
    ...{ changes: [], offences: [], testTexts: {}, spend: noSpend },
    answer: { kind: "decomposition", plan: { slices, cannot: null } },
  };
}

function draftSlices({ spec, ground }: Grounded): Slice[] {
  const files = spec.files.length > 0 ? spec.files : [{ path: "src/draft", isNew: true }];
  const layers = files.flatMap(({ path }) => layerOf(path, ground.layers ?? {}) ?? []);
  const outermost = layers.sort((a, b) => layerRank(b) - layerRank(a))[0] ?? "application";
  return spec.criteria.map(({ text }, index) => ({
    id: `S${index + 1}`,
    title: text.slice(0, 60),
    behaviour: text,
    layer: outermost,
    files: [...files],
    testFile: testFileOf({ spec, ground }),
    after: Array.from({ length: index }, (_, earlier) => `S${earlier + 1}`),
  }));
}

/** Where the issue says, else an existing test: its content is then in the prompt, as a run would have it. */
function testFileOf({ spec, ground }: Pick<Grounded, "spec" | "ground">): string {
  const named = spec.testLocations.find((place) => !place.endsWith("/"));
  return named ?? ground.testPaths?.[0] ?? "test/draft.test.js";
}
