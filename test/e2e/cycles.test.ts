import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finalText } from "../../src/report/final-text.ts";
import { noLinks } from "../../src/report/links.ts";
import { pullRequestBody } from "../../src/report/pull-request-text.ts";
import { foldReport } from "../../src/report/report.ts";
import {
  objection,
  stackBody,
  stackFiles,
  stackScript,
  stackTitle,
} from "../support/cycle-issue.ts";
import type { SeenTurn, SliceRun } from "../support/slice-run.ts";
import { runSlices } from "../support/slice-run.ts";

let run: SliceRun;

beforeAll(async () => {
  const what = { files: stackFiles, title: stackTitle, body: stackBody, profile: "pair" } as const;
  // Probes before the review have tests of their own.
  const config = { rules: { mutationProbes: 0 } };
  run = await runSlices({ ...what, config, script: stackScript() });
}, 120_000);

afterAll(() => run[Symbol.dispose]());

const of = (role: string): readonly SeenTurn[] =>
  run.turns.filter(({ turn }) => turn.role === role);

describe("a feature in two cycles, with a new seam and a test that was wrong", () => {
  it("ends as one commit on the branch, with the evidence in its body", () => {
    expect(run.folded.state).toMatchObject({ conclusion: { kind: "success" } });
    const branch = run.git("for-each-ref", "--format=%(refname)", "refs/heads/tdd");
    expect(run.git("log", "--format=%s", `main..${branch}`)).toBe(stackTitle);
    const body = run.git("log", "-1", "--format=%b", branch).replaceAll(/\s+/g, " ");
    expect(body).toContain("Tests: puts a number on top");
    expect(body).toContain("refuses to take from an empty stack");
    expect(run.git("diff", "--name-only", `main..${branch}`).split("\n")).toEqual([
      "src/stack.js",
      "test/stack.test.js",
    ]);
  });

  it("takes its turns as the discipline wants them", () => {
    expect(run.turns.map(({ turn }) => turn.role)).toEqual([
      ...["writer", "scaffolder", "implementer", "writer", "implementer", "reviewer"],
      ...["writer", "scaffolder", "implementer", "reviewer"],
    ]);
    const types = run.folded.events.map(({ event }) => event.type);
    expect(types.filter((type) => type.startsWith("dispute"))).toEqual([
      "dispute.raised",
      "dispute.settled",
    ]);
  });

  it("tells of its cycles, its dispute and the suggestions at the end", () => {
    const report = foldReport(run.folded.events);
    const text = finalText(report, noLinks);
    for (const told of [
      "Cycle 2, green in 1 attempt",
      "Dispute: The test wants",
      "amended by tester",
    ])
      expect(text).toContain(told);
    expect(text).toContain("Let push take several numbers.");
    const body = pullRequestBody(report, noLinks);
    expect(body).toContain("## Suggestions of the reviewer");
    expect(body).toContain("## Cycles");
  });

  it("proves each criterion by a test that was seen to fail and to pass", () => {
    const { proof } = foldReport(run.folded.events);
    expect(proof.criteria.map((row) => row.tests.map((test) => [test.id, test.green]))).toEqual([
      [["puts a number on top", "passed"]],
      [["refuses to take from an empty stack", "passed"]],
    ]);
    for (const row of proof.criteria)
      for (const test of row.tests) expect(test.red?.verdict).toBe("right_reason");
  });
});

describe("what one role says", () => {
  const told = (seen: readonly SeenTurn[]) =>
    seen.flatMap(({ told: text, files }) => [text, ...Object.values(files)]).join("\n");

  it("of the tester never reaches the implementer or the reviewer", () => {
    const all = told([...of("scaffolder"), ...of("implementer"), ...of("reviewer")]);
    expect(all).not.toContain("Wondrous");
    expect(all).not.toContain("Marvellous");
  });

  it("of the implementer never reaches a tester or the reviewer, but for an objection", () => {
    expect(told([...of("writer"), ...of("reviewer")])).not.toContain("cunningly");
    const [first, judge, second] = of("writer");
    expect(judge?.told).toContain(objection);
    expect(told([first, second].flatMap((seen) => seen ?? []))).not.toContain(objection);
  });

  it("of the reviewer reaches nobody, and its suggestions the report alone", () => {
    const all = told(run.turns);
    expect(all).not.toContain("most of all");
    expect(all).not.toContain("several numbers");
  });

  it("and what the issue says reaches each of them word for word, checklist and guidance too", () => {
    for (const { told: text } of run.turns) {
      expect(text).toContain("Strictly no mutation of what was handed in.");
      expect(text).toContain("C2: `pop(stack)` of an empty stack");
      for (const rule of ["Names are short.", "Only pure functions", "Never a double for a list."])
        expect(text).toContain(rule);
    }
  });
});

describe("the implementer", () => {
  it("has the failing tests, the loop's own failure output and the base", () => {
    const [first] = of("implementer");
    expect(first?.told).toContain("not implemented");
    expect(first?.told).toContain("SCAFFOLD: in place");
    expect(first?.told).toContain("assert.deepEqual(push(stack, 2), [2, 1])");
    expect(first?.told).toMatch(/BASE_REVISION: [0-9a-f]{40}/);
    expect(first?.told).toContain("BASELINE: GREEN");
    expect(first?.turn.mayWrite).toEqual(["src/stack.js"]);
  });

  it("is a fresh one each time, as every role is", () => {
    const [first, second] = of("implementer");
    expect(second?.told).not.toContain(objection);
    expect(first?.told.length).toBeGreaterThan(0);
  });
});
