import type { Command } from "../domain/command.ts";
import type { ObservedRun, ProofEvidence } from "../domain/proof-evidence.ts";
import { observedRun } from "../domain/proof-evidence.ts";
import type { Result } from "../domain/result.ts";
import type { Folded } from "../loop/fold.ts";
import { howTested } from "./how-tested.ts";
import type { Performing } from "./performing.ts";

type Prove = Extract<Command, { kind: "prove" }>;

/** Characters of what a run printed that the journal keeps: the report says which test failed. */
const mostOutput = 20_000;

/** Tries the finished tree. What it shows is journaled; the loop judges it. */
export async function prove(
  { id, tree, redTree, redFiles, testCommand }: Prove,
  folded: Folded,
  { ports, signal }: Performing,
): Promise<Result> {
  const { state } = folded;
  if (state.phase !== "proving") throw new Error("Bug: a proof before anything is finished.");
  const { evidence, sandbox } = await ports.prover.prove(
    {
      tree,
      redTree,
      redFiles,
      testGlobs: state.request.config.testFiles,
      command: testCommand,
      ...howTested(folded),
      baseline: state.baseline,
      red: observedRun(state.red.run),
      now: observedRun(state.head.run),
    },
    signal,
  );
  return { kind: "proven", command: id, tree, evidence: shortened(evidence), sandbox };
}

function shortened(evidence: ProofEvidence): ProofEvidence {
  const { elsewhere, canaries, twins } = evidence;
  return {
    ...evidence,
    elsewhere: elsewhere && { ...elsewhere, observed: short(elsewhere.observed) },
    canaries: canaries.map((canary) => ({ ...canary, observed: short(canary.observed) })),
    twins: twins.map((twin) => ({ ...twin, observed: short(twin.observed) })),
  };
}

function short(observed: ObservedRun): ObservedRun {
  const { run } = observed;
  return { ...observed, run: { ...run, output: run.output.slice(-mostOutput) } };
}
