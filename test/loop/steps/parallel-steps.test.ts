import { describe, expect, it } from "vitest";
import { next } from "../../../src/loop/next.ts";
import type { PlayedSteps, StepsWorld } from "../../support/play-steps.ts";
import { baseFiles, playSteps, refolded, stepsRequest } from "../../support/play-steps.ts";
import { RandomNumbers } from "../../support/random-numbers.ts";

interface Step {
  readonly id: string;
  readonly dependsOn: readonly string[];
  readonly files?: readonly string[];
}

const eight: readonly Step[] = Array.from({ length: 8 }, (_, i) => ({
  id: `t${i}`,
  dependsOn: [],
}));

/** Each step writes files of its own, named for it. */
const ownFiles: NonNullable<StepsWorld["turn"]> = (step) => ({
  edits: { [`src/${step}.js`]: `code of ${step}`, [`test/${step}.test.js`]: `test of ${step}` },
});

/** How many turns went on at the same time, at most. */
function mostAtOnce(played: PlayedSteps): number {
  let now = 0;
  let highest = 0;
  for (const event of played.events) {
    if (event.type === "step.begun") now += 1;
    if (event.type === "turn.taken" || event.type === "turn.failed") now -= 1;
    highest = Math.max(highest, now);
  }
  return highest;
}

describe("ready steps of a DAG", () => {
  it("are in several agents' hands at the same time, at most parallelism (S1-18)", () => {
    const request = stepsRequest({ steps: eight, parallelism: 3 });
    const played = playSteps(request, { turn: ownFiles, pick: (pending) => pending.length - 1 });

    expect(mostAtOnce(played)).toBe(3);
    expect(played.state).toMatchObject({ conclusion: { kind: "success" } });
    expect(Object.keys(played.files)).toHaveLength(8 * 2 + Object.keys(baseFiles).length);
  });

  it("work in places of their own, and each on a tree without the unfinished work of others", () => {
    const request = stepsRequest({ steps: eight, parallelism: 4 });
    const played = playSteps(request, { turn: ownFiles, pick: (pending) => pending.length - 1 });
    const first = played.commands
      .flatMap((c) => (c.kind === "take_turn" ? [c.task] : []))
      .slice(0, 4);

    expect(new Set(first.map((task) => task.step?.lane)).size).toBe(4);
    expect(new Set(first.map((task) => task.tree))).toEqual(new Set([JSON.stringify(baseFiles)]));
  });

  it("have names of their own places with task worktrees (S1-50)", () => {
    const request = stepsRequest({ steps: eight, parallelism: 2, taskWorktrees: true });
    const played = playSteps(request, { turn: ownFiles });
    const lanes = played.commands.flatMap((c) => (c.kind === "take_turn" ? c.task.step?.lane : []));

    expect(lanes[0]).toBe("calc.tdd-run-1-t0");
  });

  it("are checked again on top of what others committed meanwhile (S1-50)", () => {
    const request = stepsRequest({ steps: eight.slice(0, 2), parallelism: 2 });
    const played = playSteps(request, {
      turn: ownFiles,
      pick: (pending) =>
        Math.max(
          0,
          pending.findIndex(({ kind }) => kind === "take_turn"),
        ),
    });
    const checks = played.commands.flatMap((c) =>
      c.kind === "run_check" && c.purpose === "check" ? [c.tree] : [],
    );

    expect(checks).toHaveLength(2);
    expect(checks[1]).toContain("src/t0.js");
  });

  it("are never worked together when they own the same files", () => {
    const steps = ["a", "b"].map((id) => ({
      id,
      dependsOn: [],
      files: ["src/shared.js", "test/"],
    }));
    const played = playSteps(stepsRequest({ steps, parallelism: 2 }), {
      turn: (step) => ({ edits: { "src/shared.js": step } }),
      pick: (pending) => pending.length - 1,
    });

    expect(mostAtOnce(played)).toBe(1);
    expect(played.files["src/shared.js"]).toBe("b");
  });

  it("that changed the same file without owning it: the later one is told and does it again", () => {
    const steps = eight.slice(0, 2);
    const played = playSteps(stepsRequest({ steps, parallelism: 2 }), {
      turn: (step, { tree }) => ({
        edits: {
          "src/shared.js": `${(JSON.parse(tree) as Record<string, string>)["src/shared.js"] ?? ""}${step};`,
        },
      }),
      pick: (pending) =>
        Math.max(
          0,
          pending.findIndex(({ kind }) => kind === "take_turn"),
        ),
    });
    const again = played.commands.flatMap((c) => (c.kind === "take_turn" ? [c.task] : []))[2];

    expect(again?.feedback.join()).toContain("Conflict: another step changed src/shared.js");
    expect(again?.step?.changes).toEqual([]);
    expect(played.files["src/shared.js"]).toBe("t0;t1;");
  });
});

describe("a report's taskId (S1-37)", () => {
  const steps = [
    { id: "a", dependsOn: [] },
    { id: "b", dependsOn: [] },
    { id: "c", dependsOn: ["a"] },
  ];
  const reporting = (named: Readonly<Record<number, string>>): StepsWorld => {
    let turn = 0;
    return {
      turn: (step) => {
        turn += 1;
        const taskId = named[turn] ?? null;
        return { ...ownFiles(taskId ?? step, {} as never), report: { taskId } };
      },
    };
  };
  const feedbackOf = (played: PlayedSteps) =>
    played.commands.flatMap((c) => (c.kind === "take_turn" ? [c.task.feedback.join()] : []));

  it("counts for another step that is ready", () => {
    const played = playSteps(stepsRequest({ steps, parallelism: 2 }), {
      ...reporting({ 1: "a" }),
    });

    expect(played.state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("is refused for a step that is done already, and nothing is lost", () => {
    const played = playSteps(stepsRequest({ steps }), reporting({ 2: "a" }));

    expect(feedbackOf(played)[2]).toContain('"a" is done already');
    expect(played.state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("is refused for a step that waits, or that is not there, and never taken for another", () => {
    const played = playSteps(stepsRequest({ steps }), reporting({ 1: "c", 2: "aa" }));

    expect(feedbackOf(played)[1]).toContain('"c" is not ready: it waits for a');
    expect(feedbackOf(played)[2]).toContain('There is no task "aa"');
  });
});

describe("random DAGs, finishing orders and kills", () => {
  const random = new RandomNumbers(20_261_130);
  const int = (below: number) => random.below(below);

  function randomSteps(): readonly Step[] {
    const count = 1 + int(8);
    return Array.from({ length: count }, (_, i) => ({
      id: `t${i}`,
      dependsOn: Array.from({ length: i }, (_one, j) => `t${j}`).filter(() => int(3) === 0),
    }));
  }

  it("end in the same tree as one step after the other, with nothing of one in another", () => {
    for (let round = 0; round < 200; round += 1) {
      const steps = randomSteps();
      const serial = playSteps(stepsRequest({ steps }), { turn: ownFiles });
      const parallelism = 1 + int(4);
      const request = stepsRequest({ steps, parallelism });
      const played = playSteps(request, { turn: ownFiles, pick: (pending) => int(pending.length) });

      expect(played.files).toEqual(serial.files);
      for (const command of played.commands) {
        if (command.kind !== "run_check" || command.purpose !== "check") continue;
        const paths = command.changes.map(({ path }) => path);
        expect(paths.every((path) => path.includes(command.step))).toBe(true);
      }
    }
  });

  it("that share files come to the same end, with nothing of each other's lost", () => {
    const names = ["src/shared-a.js", "src/shared-b.js"];
    let conflicts = 0;
    for (let round = 0; round < 200; round += 1) {
      const shared = new Map<string, readonly string[]>();
      const steps = randomSteps().map((step) => {
        const mine = names.filter(() => int(2) === 0);
        shared.set(step.id, mine);
        // Some say that the files are theirs, which keeps others away; some only write them.
        const files = [`src/${step.id}.js`, `test/${step.id}.test.js`, ...mine];
        return int(2) === 0 ? { ...step, files } : step;
      });
      const appending: NonNullable<StepsWorld["turn"]> = (step, task) => {
        const seen = JSON.parse(task.tree) as Record<string, string>;
        const added = (shared.get(step) ?? []).map((path) => [path, `${seen[path] ?? ""}${step};`]);
        return { edits: { ...ownFiles(step, task)?.edits, ...Object.fromEntries(added) } };
      };
      const request = stepsRequest({ steps, parallelism: 1 + int(4) });
      const played = playSteps(request, {
        turn: appending,
        pick: (pending) => int(pending.length),
      });

      const told = played.commands.flatMap((c) => (c.kind === "take_turn" ? c.task.feedback : []));
      conflicts += told.filter((text) => text.includes("Conflict: another step changed")).length;
      expect(played.state).toMatchObject({ conclusion: { kind: "success" } });
      for (const path of names) {
        const wrote = (played.files[path] ?? "").split(";").filter((id) => id !== "");
        const sharing = steps.filter(({ id }) => shared.get(id)?.includes(path));
        expect([...wrote].sort()).toEqual(sharing.map(({ id }) => id).sort());
        for (const { id, dependsOn } of sharing)
          for (const on of dependsOn.filter((other) => wrote.includes(other)))
            expect(wrote.indexOf(on)).toBeLessThan(wrote.indexOf(id));
      }
      for (const { id } of steps) expect(played.files[`src/${id}.js`]).toBe(`code of ${id}`);
    }
    expect(conflicts).toBeGreaterThan(20);
  });

  it("go on from any line of the journal with the same commands pending", () => {
    for (let round = 0; round < 30; round += 1) {
      const request = stepsRequest({ steps: randomSteps(), parallelism: 1 + int(4) });
      const played = playSteps(request, { turn: ownFiles, pick: (pending) => int(pending.length) });
      const cut = 1 + int(played.journal.length - 1);
      const state = refolded(played.journal.slice(0, cut));
      const rest = played.journal.slice(cut);
      const end = rest.reduce(
        (now, entry) => (entry.type === "resulted" ? next(now, entry.result).state : now),
        state,
      );

      expect(end).toEqual(played.state);
    }
  });
});
