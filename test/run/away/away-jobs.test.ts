import { describe, expect, it } from "vitest";
import type { JobsWorld } from "../../support/play-jobs.ts";
import { playJobs } from "../../support/play-jobs.ts";
import { playSteps, stepsRequest } from "../../support/play-steps.ts";
import { RandomNumbers } from "../../support/random-numbers.ts";

/** How many random plans, each in every world. */
const asked = process.env["TDD_LOOP_FULL"] === "1" ? "200" : "5";
const rounds = Number(process.env["TDD_LOOP_DAGS"] ?? asked);

const ownFiles = (step: string) => ({
  edits: { [`src/${step}.js`]: `code of ${step}`, [`test/${step}.test.js`]: `test of ${step}` },
});

/** Up to eight tasks, each behind some of those before it. */
function randomRequest(random: RandomNumbers) {
  const steps = Array.from({ length: 1 + random.below(8) }, (_, i) => ({
    id: `t${i}`,
    dependsOn: Array.from({ length: i }, (_each, on) => `t${on}`).filter(() => random.chance(25)),
    files: [`src/t${i}.js`, `test/t${i}.test.js`],
    check: `check t${i}`,
  }));
  const spec = { steps, shape: "dag", parallelism: 1 + random.below(4), finalCheck: "check all" };
  const request = stepsRequest(spec);
  return { ...request, rules: { ...request.rules, fanout: "jobs" as const } };
}

async function play(seed: number, more: Partial<JobsWorld>) {
  const random = new RandomNumbers(seed);
  const request = randomRequest(random);
  const world = { turn: ownFiles, random: (most: number) => random.below(most), kills: 0, ...more };
  const played = await playJobs(request, world);
  const serial = playSteps(
    { ...request, rules: { ...request.rules, fanout: "none" } },
    { turn: ownFiles },
  );
  return { played, serial };
}

const worlds: readonly (readonly [string, Partial<JobsWorld>])[] = [
  ["in any order of finishing", {}],
  ["when jobs of its tasks are killed", { kills: 2 }],
  ["when each task is dispatched twice", { doubles: true, kills: 1 }],
  ["when a job that was given up comes back late", { kills: 2, zombies: true }],
];

describe("a run whose tasks are jobs of their own", () => {
  it.each(worlds)("ends by itself in the tree of the serial run, %s", async (_, more) => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const { played, serial } = await play(seed, more);
      const { state, events } = played.folded;

      const end = "conclusion" in state ? state.conclusion : state.phase;
      expect(end, `seed ${seed}`).toEqual({ kind: "success" });
      const commits = events.flatMap(({ event }) =>
        event.type === "commit.created" ? [event] : [],
      );
      expect(new Set(played.pushed).size, `seed ${seed}`).toBe(played.pushed.length);
      expect(new Set(commits.map(({ message }) => message)).size).toBe(commits.length);
      expect(played.files, `seed ${seed}`).toEqual(serial.files);
      expect([played.left, played.isClaimed, played.refusedPushes], `seed ${seed}`).toEqual([
        0,
        false,
        0,
      ]);
    }
  });
});
