import { describe, expect, it } from "vitest";
import type { RedVerdict } from "../../src/domain/red-verdict.ts";
import { judgeCoverage } from "../../src/gates/coverage.ts";

const criteria = [
  { id: "C1", text: "adds" },
  { id: "C2", text: "old results stay" },
];
const red: RedVerdict = {
  verdict: "right_reason",
  reason: "assertion",
  fix: "",
  needsScaffold: false,
  missing: [],
  tests: [{ id: "adds", verdict: "right_reason", cause: { kind: "assertion" }, why: "" }],
  warnings: [],
};

describe("criteria and tests (S0-15)", () => {
  it("accepts a criterion that only preserves, beside one that is tested", () => {
    const coverage = [
      { criterion: "C1", tests: ["adds"], preserved: false },
      { criterion: "C2", tests: [], preserved: true },
    ];

    expect(judgeCoverage({ criteria, coverage, red }).kind).toBe("pass");
  });

  it("names the criteria without a test", () => {
    const coverage = [{ criterion: "C1", tests: ["adds"], preserved: false }];

    expect(judgeCoverage({ criteria, coverage, red })).toMatchObject({
      kind: "fail",
      reason: expect.stringContaining("C2") as string,
    });
  });

  it("does not take the name of a test that was not seen to fail", () => {
    const coverage = [
      { criterion: "C1", tests: ["adds"], preserved: false },
      { criterion: "C2", tests: ["keeps old results"], preserved: false },
    ];

    expect(judgeCoverage({ criteria, coverage, red })).toMatchObject({
      kind: "fail",
      reason: 'No test named for C2 was seen to fail: "keeps old results".',
      fix: expect.stringContaining("as the runner prints them: adds.") as string,
    });
  });

  it("does not accept that everything is preserved", () => {
    const coverage = criteria.map(({ id }) => ({ criterion: id, tests: [], preserved: true }));

    expect(judgeCoverage({ criteria, coverage, red }).kind).toBe("fail");
  });
});
