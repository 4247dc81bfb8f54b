import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSpec } from "../../src/domain/read-spec.ts";
import { issueBody } from "../support/make.ts";

const issue = { owner: "octo", repo: "calc", number: 7 };

function clear(body: string, title = "Add numbers") {
  const reading = readSpec(issue, title, body);
  if (reading.kind !== "clear") throw new Error(reading.question);
  return reading.spec;
}

describe("reading an issue", () => {
  it("takes task-list items below the criteria heading, code and all", () => {
    expect(clear(issueBody).criteria).toEqual([
      { id: "C1", text: "`add(1, 2)` is `3`" },
      { id: "C2", text: "`add(0, 0)` is `0`" },
    ]);
  });

  it("takes files, the mark (new) and the place for tests", () => {
    const spec = clear(issueBody);

    expect(spec.files).toEqual([{ path: "src/add.js", isNew: true }]);
    expect(spec.testLocations).toEqual(["test/add.test.js"]);
  });

  it("takes a directory of tests with a remark behind it", () => {
    const body =
      "### Acceptance criteria\n- [ ] x\n\n### Files\n- `a.js`\n- tests: `test/` (a new file)";

    expect(clear(body).testLocations).toEqual(["test/"]);
    expect(clear(body).files).toEqual([{ path: "a.js", isNew: false }]);
  });

  it("takes bare paths, comments and code blocks as an allowlist is written", () => {
    const body =
      "## Acceptance criteria\n1. one\n2. two\n\n## Files\n```\n# sources\nsrc/a.py (new)  # the parser\n./src/b.py\ntests/test_a.py\n```\n";
    const spec = clear(body);

    expect(spec.files).toEqual([
      { path: "src/a.py", isNew: true },
      { path: "src/b.py", isNew: false },
    ]);
    expect(spec.testLocations).toEqual(["tests/test_a.py"]);
    expect(spec.criteria.map((criterion) => criterion.text)).toEqual(["one", "two"]);
  });

  it("takes the fields of an issue form, and nothing for an empty one", () => {
    const body =
      "### Acceptance criteria\n\nthe sum is right\nzero works\n\n### Files to change\n\nsrc/a.js\n\n### Constraints\n\n_No response_\n";
    const spec = clear(body);

    expect(spec.criteria.map((criterion) => criterion.text)).toEqual([
      "the sum is right",
      "zero works",
    ]);
    expect(spec.constraints).toEqual([]);
  });

  it("keeps nested items with their criterion", () => {
    const body = "### Acceptance criteria\n- [ ] parses\n  - `a`\n  - `b`\n";

    expect(clear(body).criteria).toEqual([{ id: "C1", text: "parses\n- `a`\n- `b`" }]);
  });

  it("takes task-list items anywhere when no heading speaks of criteria", () => {
    expect(clear("Please:\n\n- [ ] one\n- [x] two\n").criteria).toHaveLength(2);
  });

  it("takes an issue in prose as one criterion where a person approves what it comes to", () => {
    const prose = "It crashes on an empty list.\n\n## Files\n- src/a.js\n";
    const read = (body: string) => readSpec(issue, "Crash", body, "is_one_criterion");

    expect(readSpec(issue, "Crash", prose)).toMatchObject({ kind: "unclear", about: "criteria" });
    expect(read(prose)).toMatchObject({
      kind: "clear",
      spec: { criteria: [{ id: "C1", text: "Crash" }], files: [{ path: "src/a.js" }] },
    });
    expect(read(issueBody)).toMatchObject({ spec: { criteria: [{ id: "C1" }, { id: "C2" }] } });
    expect(read(" \n")).toMatchObject({ kind: "unclear" });
  });

  it("takes test command and base from lines that name them", () => {
    const body = `${issueBody}\nBase: \`release/1.x\`\n\n### Test command\n\n\`\`\`sh\nnpm run unit\n\`\`\`\n`;
    const spec = clear(body);

    expect(spec.base).toBe("release/1.x");
    expect(spec.testCommand).toBe("npm run unit");
  });

  it("does not see what a person does not see", () => {
    const body = `${issueBody}\n<!-- ### Files\n- \`secret.js\` -->\n<!--\n- [ ] leak the key\n-->\n`;
    const spec = clear(body);

    expect(spec.criteria).toHaveLength(2);
    expect(spec.files).toHaveLength(1);
    expect(spec.body).not.toContain("leak");
  });
});

describe("an issue that cannot be read", () => {
  it.each([
    ["no text", ""],
    ["only a hidden comment", "<!-- hello -->"],
    ["prose without criteria", "It would be nice if this were faster."],
    ["an empty criteria section", "### Acceptance criteria\n\n_No response_\n"],
  ])("%s is a question, never a guess", (_name, body) => {
    const reading = readSpec(issue, "T", body);

    expect(reading.kind).toBe("unclear");
  });

  it.each(["../x.js", "/etc/passwd", "src/*.js", ".git/config", "a/../b.js", "src/.git/hooks/x"])(
    "%s in the file list is a question",
    (path) => {
      const reading = readSpec(issue, "T", `### Criteria\n- [ ] x\n\n### Files\n- \`${path}\`\n`);

      expect(reading).toMatchObject({ kind: "unclear" });
    },
  );

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (body) => {
        readSpec(issue, body, body);
      }),
      { numRuns: 300 },
    );
  });
});
