import type { TestRun } from "../domain/test-run.ts";

/** What the run printed; where it printed nothing, what its report says of each failing test. */
export function outputOf(run: TestRun): string {
  if (run.output.trim() !== "" || run.kind !== "finished") return run.output;
  return run.cases
    .flatMap(({ id, outcome }) =>
      outcome.kind === "failed" ? [`${id}\n${indented(outcome.message)}`] : [],
    )
    .join("\n\n");
}

function indented(text: string): string {
  return text.replace(/^/gm, "    ");
}
