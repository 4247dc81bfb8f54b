import { describe, expect, it } from "vitest";
import type { ObservedRun } from "../../../src/domain/proof-evidence.ts";
import type { TestCase } from "../../../src/domain/test-run.ts";
import { judgeTwins } from "../../../src/gates/tamper/judge-twin.ts";
import { makeTwin, namesItself } from "../../../src/gates/tamper/twin.ts";
import { failed, finished, passed } from "../../support/make.ts";

describe("makeTwin", () => {
  it.each([
    ["test/a.test.js", "test('a', () => {});", "test('a', () => {});\n// word\n"],
    ["test/test_a.py", "def test_a():\n    pass\n", "def test_a():\n    pass\n# word\n"],
    ["a_test.go", "func TestA(t *testing.T) {}\n", "func TestA(t *testing.T) {}\n// word\n"],
  ])("adds nothing but a comment to %s", (path, text, twin) => {
    expect(makeTwin(path, text, "word")).toBe(twin);
  });

  it("leaves files alone that hold no test, or whose comments it does not know", () => {
    expect(makeTwin("test/fixtures/input.js", "const a = 1;\n", "word")).toBeNull();
    expect(makeTwin("test/fixtures/a.txt", "test('a', f)\n", "word")).toBeNull();
  });

  it("sees that a test asks for its own name", () => {
    expect(namesItself("read('./slug.test.js')", "slug.test")).toBe(true);
    expect(namesItself("expect(f()).toMatchSnapshot()", "slug.test")).toBe(true);
    expect(namesItself("import { slug } from '../src/slug.js'", "slug.test")).toBe(false);
  });
});

describe("judgeTwins", () => {
  const copies = [{ path: "test/a.test.js", name: "test/word.test.js", word: "word", stem: "a" }];
  const ran = (...cases: TestCase[]): ObservedRun => {
    const run = finished(cases);
    return { run, exitCode: 0, timedOut: false, outputCut: false };
  };
  const at = (test: TestCase, file: string): TestCase => ({ ...test, file });
  const main = ran(
    at(passed("test/a.test.js > one"), "test/a.test.js"),
    at(passed("old"), "test/old.test.js"),
  );
  const twin = (one: TestCase, ...more: TestCase[]) => ({ observed: ran(one, ...more), copies });
  const same = twin(at(passed("test/word.test.js > one"), "test/word.test.js"));
  const other = twin(at(failed("test/word.test.js > one"), "test/word.test.js"));

  it("is content when the copies pass what the files passed, whatever becomes of other files", () => {
    expect(judgeTwins(main, [same])).toEqual([]);
    expect(judgeTwins(main, [])).toEqual([]);
  });

  it("names a test that does not pass from a copy, and spares one that is unsteady", () => {
    expect(judgeTwins(main, [other, other])).toMatchObject([
      { code: "COPY_DIFFERS", detail: "test/a.test.js > one" },
    ]);
    expect(judgeTwins(main, [other, same])).toEqual([]);
  });
});
