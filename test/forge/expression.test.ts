import { describe, expect, it } from "vitest";
import { parseCommandFile } from "../../src/forge/runner/command-files.ts";
import { evaluate, holds, interpolate } from "../../src/forge/runner/expression.ts";
import { createJobLog } from "../../src/forge/runner/job-log.ts";

/** `${{ … }}` as a workflow file has it. */
const braces = (text: string) => `\${{ ${text} }}`;

const scope = {
  contexts: {
    github: {
      event_name: "issues",
      ref: "refs/heads/main",
      event: { labels: [{ name: "tdd" }, { name: "bug" }] },
    },
    inputs: { dry: true, n: 3 },
    env: { "A-B": "x" },
  },
  status: { success: () => true, failure: () => false, cancelled: () => false },
};

describe("expressions", () => {
  it.each([
    ["github.event_name == 'ISSUES'", true],
    ["github.event_name != 'push' && inputs.dry", true],
    ["contains(github.event.labels.*.name, 'tdd')", true],
    ["startsWith(github.ref, 'refs/heads/') && !inputs.dry", false],
    ["inputs.none || 'fallback'", "fallback"],
    ["(inputs.n > 2) == true", true],
    ["github['event_name']", "issues"],
    ["env.A-B", "x"],
    ["format('{0}-{1}', 'a', inputs.n)", "a-3"],
    ["'it''s'", "it's"],
    ["inputs.missing.deeper", undefined],
    ["fromJSON('[1]')[0]", 1],
  ])("%s", (source, value) => {
    expect(evaluate(source, scope)).toEqual(value);
  });

  it("evaluates once, so that a value cannot bring an expression with it", () => {
    const hostile = { ...scope, contexts: { t: braces("inputs.n") } };
    expect(interpolate(`a ${braces("t")}`, hostile)).toBe(`a ${braces("inputs.n")}`);
  });

  it("asks for success unless the condition says otherwise", () => {
    const failed = {
      ...scope,
      status: { ...scope.status, success: () => false, failure: () => true },
    };
    expect(holds(null, failed)).toBe(false);
    expect(holds("inputs.dry", failed)).toBe(false);
    expect(holds(braces("always() && inputs.dry"), failed)).toBe(true);
    expect(holds("failure()", failed)).toBe(true);
  });

  it.each(["a ==", "(a", "nope()", "a ? b"])("refuses %s", (source) => {
    expect(() => evaluate(source, scope)).toThrow();
  });
});

describe("what a step says", () => {
  it("reads values and blocks from command files and refuses an open block", () => {
    expect(parseCommandFile("a=1\nb<<END\nx=2\n\ny\nEND\nc=\n")).toEqual({
      a: "1",
      b: "x=2\n\ny",
      c: "",
    });
    expect(() => parseCommandFile("b<<END\nx\n")).toThrow("delimiter");
  });

  it("masks what it was told to, even in lines cut by chunks, and not before", () => {
    const log = createJobLog();
    log.write("secret\n::add-mask::secret\nthe sec");
    log.write("ret is here\n::error file=a.js,line=2,title=T%3A::it%0Ais secret\n");
    log.endStep();
    expect(log.text()).toBe("secret\n::add-mask::***\nthe *** is here\n##[error]it\nis ***");
    expect(log.annotations()[0]).toMatchObject({
      path: "a.js",
      start_line: 2,
      title: "T:",
      message: "it\nis ***",
    });
  });
});
