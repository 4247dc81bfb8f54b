import { describe, expect, it } from "vitest";
import type { StepEvidence } from "../../src/gates/step-scope.ts";
import { judgeStepScope } from "../../src/gates/step-scope.ts";
import { makeChange } from "../support/make.ts";

const changed = (path: string) => makeChange(path, { status: "modified" });

function judge(evidence: Partial<StepEvidence>) {
  return judgeStepScope({ reported: [], changes: [], owned: [], takesNew: false, ...evidence });
}

describe("what counts of a step's work", () => {
  it("is what was reported, and everything else is left out by name (S1-47)", () => {
    const changes = [changed("src/a.js"), changed("src/b.js")];

    expect(judge({ changes, reported: ["./src/a.js"] })).toEqual({
      kind: "taken",
      changes: [changes[0]],
      left: [{ path: "src/b.js", why: "it was not reported under `artifacts`" }],
    });
  });

  it("takes deleted files that are reported (S1-48)", () => {
    const gone = makeChange("src/a.js", { status: "deleted", mode: null, blob: null });

    expect(judge({ changes: [gone], reported: ["src/a.js"] })).toMatchObject({ changes: [gone] });
  });

  it("takes new files only where the spec says so, and names who can say it (S1-48)", () => {
    const evidence = { changes: [makeChange("test/a.test.js")], reported: ["test/a.test.js"] };

    expect(judge(evidence)).toMatchObject({
      kind: "refused",
      why: expect.stringContaining("autoCommitAddUntracked") as string,
      cure: expect.stringContaining("autoCommitAddUntracked: true") as string,
    });
    expect(judge({ ...evidence, takesNew: true })).toMatchObject({ kind: "taken", left: [] });
  });

  it.each(["src", "src/", "."])(
    "does not take the directory %j, which would sweep in what nobody reported (S1-48)",
    (directory) => {
      const verdict = judge({ changes: [changed("src/a.js")], reported: [directory] });

      expect(verdict).toMatchObject({ kind: "refused", cure: null });
      expect(verdict.kind === "refused" && verdict.why).toContain("src/a.js");
    },
  );

  it.each(["../outside.js", "/etc/passwd", ".git/config"])(
    "refuses the reported path %j, which is not below the repository (S1-48)",
    (path) => {
      expect(judge({ changes: [changed("src/a.js")], reported: [path] }).kind).toBe("refused");
    },
  );

  it("passes over reported files that did not change", () => {
    expect(judge({ reported: ["src/a.js"] })).toEqual({ kind: "taken", changes: [], left: [] });
  });

  it("leaves out what the step does not own (S1-51, S1-52)", () => {
    const changes = ["src/a.js", "lib/b.js", "docs/c/d.md"].map(changed);
    const reported = changes.map(({ path }) => path);
    const verdict = judge({ changes, reported, owned: ["src/", "docs/**/*.md"] });

    expect(verdict).toMatchObject({
      left: [{ path: "lib/b.js", why: "the step does not own it" }],
    });
  });

  it("leaves out protected files that the step does not name exactly", () => {
    const changes = [changed("package.json")];
    const reported = ["package.json"];

    expect(judge({ changes, reported })).toMatchObject({ left: [{ path: "package.json" }] });
    expect(judge({ changes, reported, owned: ["**"] })).toMatchObject({ changes: [] });
    expect(judge({ changes, reported, owned: ["package.json"] })).toMatchObject({ left: [] });
  });

  it("leaves out links", () => {
    const changes = [makeChange("src/a.js", { status: "modified", mode: "120000" })];

    expect(judge({ changes, reported: ["src/a.js"] })).toMatchObject({ changes: [] });
  });
});
