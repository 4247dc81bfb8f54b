import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import type { RunTests } from "../adapters/git/try-copies.ts";
import { tryTree } from "../adapters/git/try-tree.ts";
import type { GitWorkspace } from "../adapters/git/workspace.ts";
import type { ProofRequest } from "../domain/proof-evidence.ts";
import { observedRun } from "../domain/proof-evidence.ts";
import type { Prover, TestRunner } from "../ports.ts";

/**
 * The loop's proof: the same trial as `gate --run`, of a tree in the loop's own repository.
 * @param room a directory of ours that repository code cannot see, its own checkout apart
 */
export function wireProver(
  workspace: Pick<GitWorkspace, "trialGround">,
  tests: TestRunner,
  room: string,
): Prover {
  return {
    async prove(asked, signal) {
      const { baseline, testGlobs: testFiles, red, now } = asked;
      let sandbox = "";
      const runTests: RunTests = async (dir, env) => {
        const ran = await runIn(asked, tests, { dir, env, signal });
        sandbox = ran.sandbox;
        return observedRun(ran.run);
      };
      try {
        const ground = await workspace.trialGround(asked, room);
        const known = { red, now };
        const given = { testFiles, baseline, known, holdout: null, runTests, freshWord };
        const { evidence } = await tryTree({ ...ground, ...given });
        return { evidence, sandbox };
      } finally {
        await rm(room, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

interface Place {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

function runIn(asked: ProofRequest, tests: TestRunner, { dir, env, signal }: Place) {
  const { command, framework, projects } = asked;
  return tests.run({ dir, command, framework, projects, purpose: "final", env }, signal);
}

/** Letters only, more of them or fewer: no pattern tells our word from one that somebody chose. */
export function freshWord(): string {
  const bytes = [...randomBytes(16)];
  const letters = bytes.map((byte) => String.fromCharCode(97 + (byte % 26)));
  return letters.slice(0, 9 + ((bytes[15] ?? 0) % 6)).join("");
}
