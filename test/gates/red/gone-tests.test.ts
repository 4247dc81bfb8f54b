import { describe, expect, it } from "vitest";
import { announcedTests, goneTests } from "../../../src/gates/red/gone-tests.ts";
import { failed, finished, passed } from "../../support/make.ts";

const before = finished([passed("TestSum")]);

describe("tests that a run never came to", () => {
  it("are those of the base and those announced that did not end in any way", () => {
    const now = finished([failed("TestMedian", { kind: "not_implemented" })]);

    expect(goneTests(before, now, ["TestMedian", "TestMedianOfNothing"])).toEqual([
      "TestSum",
      "TestMedianOfNothing",
    ]);
  });

  it("are none when all ended, were it by failing", () => {
    const now = finished([failed("TestSum"), failed("TestMedian")]);

    expect(goneTests(before, now, ["TestMedian"])).toEqual([]);
  });

  it("are none where a test shows by its assertions alone", () => {
    const now = finished([passed("TestSum"), failed("adds > should be equal")]);

    expect(goneTests(before, now, ["adds"])).toEqual([]);
  });

  it("are not looked for where files did not load or the command is one test", () => {
    const load = { file: "a", cause: { kind: "syntax_error" }, message: "" } as const;

    expect(goneTests(before, finished([failed("x")], { loadFailures: [load] }), ["y"])).toEqual([]);
    expect(goneTests(before, finished([]), ["y"])).toEqual([]);
  });
});

describe("announced tests", () => {
  const of = (name: string, text: string) =>
    announcedTests([{ criterion: "C1", tests: [name], preserved: false }], { a: { text } });

  it.each([
    ["TestAdd", "func TestAdd(t *testing.T) {"],
    ["tests/test_a.py::test_add", "def test_add():"],
    ["list > adds (1 + 1)", 'it("adds (1 + 1)", () => {});'],
    ["adds", "tape('adds', function (t) {"],
  ])("are heads of tests: %s", (name, text) => {
    expect(of(name, text)).toEqual([name]);
  });

  it.each([
    ["list", 'describe("list", () => {});'],
    ["adds %s", 'it("adds one", () => {});'],
    ["preserved", ""],
  ])("are no suites and nothing that is not there: %s", (name, text) => {
    expect(of(name, text)).toEqual([]);
  });
});
