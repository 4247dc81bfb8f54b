import { describe, expect, it } from "vitest";
import type { Slice } from "../../src/domain/slice.ts";
import type { DecompositionEvidence } from "../../src/gates/decomposition.ts";
import { insideOut, judgeDecomposition } from "../../src/gates/decomposition.ts";
import { layers, makeSlice } from "../support/play-slices.ts";

function judge(slices: readonly Slice[], more: Partial<DecompositionEvidence> = {}) {
  return judgeDecomposition({
    ...{ slices, listed: null, testLocations: [], testGlobs: [], layers },
    ...more,
  });
}
const file = (path: string) => ({ files: [{ path, isNew: true }] });

describe("a decomposition", () => {
  it("passes when each slice keeps to its files and its layer", () => {
    expect(judge([makeSlice(1, "domain"), makeSlice(2, "application", { after: ["S1"] })])).toEqual(
      {
        kind: "pass",
      },
    );
  });

  it("may share a file between slices of which one waits for the other, and only then", () => {
    const shared = file("src/domain/f.js");
    const one = makeSlice(1, "domain", shared);
    const two = makeSlice(2, "domain", { ...shared, after: ["S1"] });
    const three = makeSlice(3, "domain", { ...shared, after: ["S2"] });

    expect(judge([one, two, three]).kind).toBe("pass");
    expect(judge([one, makeSlice(2, "domain", shared)])).toMatchObject({ code: "SLICES_OVERLAP" });
  });

  it.each<[string, Partial<Slice>, RegExp]>([
    ["a file of a layer further out", file("src/infrastructure/db.js"), /infrastructure/],
    ["a file that decides how things run", file(".github/workflows/ci.yml"), /decides how/],
    ["a path out of the repository", file("../x.js"), /plain path/],
    ["a test among its sources", file("test/a.test.js"), /is a test file/],
    ["no file at all", { files: [] }, /changes no file/],
    ["a test where no tests are", { testFile: "src/domain/x.js" }, /no test file/],
  ])("is refused with %s", (_, change, reason) => {
    expect(judge([makeSlice(1, "domain", change)])).toMatchObject({
      ...{ kind: "fail", code: "PLAN_INVALID" },
      reason: expect.stringMatching(reason) as string,
    });
  });

  it("leaves the issue's own list of files in no slice", () => {
    const verdict = judge([makeSlice(1, "domain")], { listed: ["src/domain/other.js"] });

    expect(verdict).toMatchObject({ reason: expect.stringContaining("not on the issue's list") });
  });

  it("lets no slice wait for one of a layer further out", () => {
    const verdict = judge([makeSlice(1, "domain", { after: ["S2"] }), makeSlice(2, "application")]);

    expect(verdict).toMatchObject({ fix: expect.stringContaining("port") as string });
  });

  it("is worked inside out, each slice behind those it builds on, else as it was given", () => {
    const order = insideOut([
      makeSlice(1, "infrastructure"),
      makeSlice(2, "domain", { after: ["S3"] }),
      makeSlice(3, "domain"),
      makeSlice(4, "domain-service"),
      makeSlice(5, "application"),
    ]);

    expect(order.map((slice) => slice.id)).toEqual(["S3", "S2", "S4", "S5", "S1"]);
  });
});
