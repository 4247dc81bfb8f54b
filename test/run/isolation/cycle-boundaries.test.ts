import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { newTask } from "../../../src/loop/phases/turn.ts";
import type { CycleRole } from "../../../src/run/isolation/cycle-boundaries.ts";
import { cycleBoundaries, cycleRoleOf } from "../../../src/run/isolation/cycle-boundaries.ts";
import { cycleTellers } from "../../../src/run/isolation/cycle-told.ts";
import { makeRequest } from "../../support/make.ts";
import { cycleRequest } from "../../support/play-cycles.ts";

const roles = Object.keys(cycleBoundaries) as CycleRole[];
const guided = ["feature", "seams", "repositoryGuidance", "testStrategy", "baseline", "repo"];

describe("the table of the roles of a cycle", () => {
  it.each(roles)("has exactly the variables of the prompt of the %s", (role) => {
    const text = readFileSync(`prompts/${cycleBoundaries[role].prompt}.md`, "utf8");
    const used = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);

    expect([...new Set(used)].sort()).toEqual([...cycleBoundaries[role].told].sort());
  });

  /** The blocks of S4-15, S4-20 and S4-27, and what gates, reviews and code have to say besides. */
  it.each<[CycleRole, readonly string[]]>([
    [
      "tester",
      [
        ...[...guided, "testLocations", "redCommand", "fullTestCommand", "allowedTestSurface"],
        ...["cycleLimit", "cycle", "slice", "earlier", "feedback"],
      ],
    ],
    [
      "judge",
      [
        ...[...guided, "testLocations", "redCommand", "fullTestCommand", "allowedTestSurface"],
        ...["about", "said", "failingTests", "earlier", "feedback"],
      ],
    ],
    [
      "scaffolder",
      [
        ...[...guided, "failingTests", "redCommand", "fullTestCommand", "allowedSurface"],
        ...["baseRevision", "names", "feedback"],
      ],
    ],
    [
      "implementer",
      [
        ...[...guided, "failingTests", "redCommand", "fullTestCommand", "allowedSurface"],
        ...["baseRevision", "failureOutput", "scaffold", "feedback"],
      ],
    ],
    [
      "reviewer",
      [...guided, "scope", "baseRevision", "reviewedSurface", "diff", "fullTestCommand", "facts"],
    ],
  ])("tells the %s its fields, and no other", (role, fields) => {
    expect([...cycleBoundaries[role].told].sort()).toEqual([...fields].sort());
  });

  it("has a teller for every field, and no teller that nobody asks", () => {
    const asked = new Set(roles.flatMap((role) => cycleBoundaries[role].told));

    expect(Object.keys(cycleTellers).sort()).toEqual([...asked].sort());
  });

  it("gives the doctrine of tests to whoever writes or reviews them", () => {
    const taught = roles.filter((role) => cycleBoundaries[role].houses.includes("cycle-doctrine"));

    expect(taught).toEqual(["tester", "judge", "reviewer"]);
  });

  it("stands in cycles and nowhere else; a tester with tests before it is told other things", () => {
    const { rules } = cycleRequest();
    const task = newTask({ role: "writer", attempt: 1, tree: "t" });
    const cycle = { number: 1, of: 6, covered: [], said: [], scope: null };

    expect(cycleRoleOf(task, rules)).toBe("tester");
    for (const about of ["dispute", "findings"] as const)
      expect(cycleRoleOf({ ...task, cycle: { ...cycle, about } }, rules)).toBe("judge");
    expect(cycleRoleOf({ ...task, role: "planner" }, rules)).toBeNull();
    expect(cycleRoleOf(task, makeRequest().rules)).toBeNull();
  });
});
