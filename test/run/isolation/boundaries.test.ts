import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Layer } from "../../../src/domain/slice.ts";
import type { IsolatedRole, Told } from "../../../src/run/isolation/boundaries.ts";
import { boundaries, boundaryOf } from "../../../src/run/isolation/boundaries.ts";
import { dependencyRules, testRules } from "../../../src/run/isolation/layer-rules.ts";
import { quotesIssue } from "../../../src/run/isolation/quotes-issue.ts";
import { skeletonOf } from "../../../src/run/isolation/skeletons.ts";
import { tellers } from "../../../src/run/isolation/told.ts";
import { withoutSourceLines } from "../../../src/run/isolation/without-source-lines.ts";
import { makeRequest } from "../../support/make.ts";
import { sliceRequest } from "../../support/play-slices.ts";

const roles = Object.keys(boundaries) as IsolatedRole[];
const promptOf = (role: IsolatedRole) =>
  readFileSync(`prompts/${boundaries[role].prompt}.md`, "utf8");

describe("the table of boundaries", () => {
  it.each(roles)("has exactly the variables of the prompt of the %s", (role) => {
    const used = [...promptOf(role).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);

    expect([...new Set(used)].sort()).toEqual([...boundaries[role].told].sort());
  });

  /** Present and absent, for each role and each variable (S3-4). */
  const secrets: Readonly<Record<IsolatedRole, readonly Told[]>> = {
    writer: ["sources", "allSources", "fileTree", "failure", "greenOutput", "previousAttempt"],
    scaffolder: ["sliceSpec", "documentation", "publicApi", "allTests"],
    implementer: ["sliceSpec", "documentation", "publicApi", "allTests", "feedback"],
    refiner: ["sliceSpec", "documentation", "publicApi", "feedback", "previousAttempt"],
  };

  it.each(roles)("keeps from the %s what it must not see", (role) => {
    expect(boundaries[role].told.filter((name) => secrets[role].includes(name))).toEqual([]);
  });

  it("has a teller for every variable, and no teller that nobody asks", () => {
    const asked = new Set(roles.flatMap((role) => boundaries[role].told));

    expect(Object.keys(tellers).sort()).toEqual([...asked].sort());
  });

  it("shows sources to no writer, and documents to nobody who writes code", () => {
    expect(boundaries.writer.view).not.toContain("source");
    expect(boundaries.writer.view).not.toContain("other");
    for (const role of ["scaffolder", "implementer"] as const)
      expect(boundaries[role].view).not.toContain("prose");
  });

  it("stands where the rules put it, and nowhere else", () => {
    const { rules } = sliceRequest();

    expect(boundaryOf("writer", rules)).toBe(boundaries.writer);
    expect(boundaryOf("decomposer", rules)).toBeNull();
    expect(boundaryOf("writer", makeRequest().rules)).toBeNull();
    expect(boundaryOf("implementer", makeRequest().rules)).toBeNull();
  });
});

describe("what a role is told of its trade", () => {
  it("has the shape of a test for each framework, and one for those that are not known", () => {
    const known = ["vitest", "jest", "mocha", "node:test", "pytest", "unittest", "go", "cargo"];
    const shapes = [...known, "rspec", "phpunit", "junit", "dotnet"].map(skeletonOf);

    expect(new Set(shapes).size).toBe(shapes.length);
    expect(skeletonOf("something else")).toContain("arrange");
    expect(skeletonOf(null)).toBe(skeletonOf("something else"));
  });

  it("says for each layer how its tests are written and what its code may depend on", () => {
    for (const layer of Layer.options) {
      expect(testRules[layer].length).toBeGreaterThan(50);
      expect(dependencyRules[layer].length).toBeGreaterThan(50);
    }
    expect(testRules.domain).toContain("No mock");
    expect(testRules.application).toContain("Prefer a fake");
  });
});

describe("what could leak all the same", () => {
  it("lines of the implementation are taken out of messages, however a runner marks them", () => {
    const source = "def price(x):\n    rate = secret_rate(x) * 3\n    return rate\n";
    const message =
      ">       rate = secret_rate(x) * 3\nE   ValueError: no rate\n  12 | rate = secret_rate(x) * 3";
    const told = withoutSourceLines(message, [source], []);

    expect(told).not.toContain("secret_rate");
    expect(told).toContain("ValueError: no rate");
    expect(
      withoutSourceLines(
        "assert price(1) == 2",
        ["assert price(1) == 2"],
        ["assert price(1) == 2"],
      ),
    ).toBe("assert price(1) == 2");
  });

  it("a document that repeats the issue is known by its longer lines", () => {
    const body =
      "Short.\n- [ ] `total([1, 2])` of the cart is the plain sum\n- the receipt names how many items there are\n";

    expect(
      quotesIssue(
        `# Notes\n* total([1, 2]) of the cart is the plain sum\nThe receipt names how many items there are`,
        { body },
      ),
    ).toBe(true);
    expect(quotesIssue("# Notes\nThe receipt is printed.", { body })).toBe(false);
    expect(quotesIssue("anything", { body: "Short." })).toBe(false);
  });
});
