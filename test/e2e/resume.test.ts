import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Sample } from "../support/sample-repository.ts";
import { git, journalLines, makeSample, runCli } from "../support/sample-repository.ts";

const samples: Sample[] = [];
const branch = "tdd/turn-a-title-into-a-slug";

afterEach(() => {
  for (const sample of samples.splice(0)) sample.remove();
});

/** Kills the run with SIGKILL as soon as its journal holds `lines` lines. */
async function killedAt(sample: Sample, lines: number): Promise<number> {
  let isOver = false;
  const args = ["run", sample.spec, "--replay", sample.recording];
  const ended = runCli(args, sample.repo, (kill) => {
    void killWhen(sample, lines, kill, () => isOver);
  });
  await ended;
  isOver = true;
  return journalOf(sample).length;
}

async function killWhen(
  sample: Sample,
  lines: number,
  kill: () => void,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver() && journalOf(sample).length < lines) await sleep(2);
  kill();
}

function journalOf(sample: Sample): readonly string[] {
  const runs = join(sample.repo, ".tdd-loop", "runs");
  try {
    const [run = ""] = readdirSync(runs);
    return journalLines(join(runs, run, "journal.ndjson"));
  } catch {
    return [];
  }
}

/** What a run leaves, as far as it does not depend on the clock. */
function endState(sample: Sample): string {
  return git(sample.repo, "log", "--format=%s %T", branch);
}

const everyEntry = Array.from({ length: 24 }, (_, i) => i + 1);
const few = [6, 14];
const places = process.env["TDD_LOOP_FULL"] === "1" ? everyEntry : few;

const PATIENCE = 60_000 * places.length;

describe("a run killed between two journal entries", () => {
  it(
    "ends like one that was not, after `tdd-loop resume`",
    async () => {
      const whole = makeSample();
      samples.push(whole);
      await runCli(["run", whole.spec, "--replay", whole.recording], whole.repo);
      const wanted = endState(whole);

      for (const lines of places) {
        const sample = makeSample();
        samples.push(sample);
        const reached = await killedAt(sample, lines);
        const resumed = await runCli(["resume"], sample.repo);
        const said = `killed at line ${reached}: ${resumed.stdout}${resumed.stderr}`;
        if (resumed.code !== 2) expect(resumed.code, said).toBe(0);
        expect(endState(sample), said).toBe(wanted);
      }
    },
    PATIENCE,
  );
});
