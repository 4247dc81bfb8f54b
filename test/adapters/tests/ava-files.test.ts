import { describe, expect, it } from "vitest";
import type { Output } from "../../../src/adapters/tests/framework.ts";
import { ava } from "../../../src/adapters/tests/frameworks/ava.ts";

function idsOf(stdout: string, files: readonly string[]) {
  const noted = files.map((file) => `/repo/${file}\n`).join("");
  const output: Output = {
    command: "ava",
    dir: "/repo",
    exitCode: 1,
    signal: null,
    timedOut: false,
    stdout,
    stderr: "",
    reports: new Map([["ava-files.txt", noted]]),
    durationMs: 1,
    outputCut: false,
  };
  return ava.read(output)?.cases.map(({ id, file, outcome }) => ({ id, file, outcome }));
}

const passes = { file: "test/slots.test.js", outcome: "passed" };

describe("ids of AVA's tests", () => {
  it("begin with the file where there is only one, which AVA does not name", () => {
    expect(
      idsOf("\n  ✔ gives the first\n  ─\n\n  1 test passed\n", ["test/slots.test.js"]),
    ).toEqual([{ ...passes, id: "test/slots.test.js > gives the first" }]);
  });

  it("stay the same when a second file comes, and when one comes in another directory", () => {
    const two = "\n  ✔ slots › gives the first\n  ✔ gaps › sees\n  ─\n\n  2 tests passed\n";
    const far =
      "\n  ✔ test › slots › gives the first\n  ✔ lib › gaps › sees\n  ─\n\n  2 tests passed\n";

    expect(idsOf(two, ["test/slots.test.js", "test/gaps.test.js"])?.[0]).toEqual({
      ...passes,
      id: "test/slots.test.js > gives the first",
    });
    expect(idsOf(far, ["test/slots.test.js", "lib/gaps.spec.ts"])).toEqual([
      { ...passes, id: "test/slots.test.js > gives the first" },
      { id: "lib/gaps.spec.ts > sees", file: "lib/gaps.spec.ts", outcome: "passed" },
    ]);
  });

  it("name the deeper of two files that are called alike", () => {
    const text = "\n  ✔ a › sub › x\n  ✔ sub › a › x\n  ─\n\n  2 tests passed\n";

    expect(idsOf(text, ["test/a.js", "test/sub/a.js"])?.map(({ id }) => id)).toEqual([
      "test/a.js > sub > x",
      "test/sub/a.js > x",
    ]);
  });

  it("stay as AVA prints them where nobody noted the files", () => {
    expect(idsOf("\n  ✔ gives the first\n  ─\n\n  1 test passed\n", [])).toEqual([
      { id: "gives the first", file: "", outcome: "passed" },
    ]);
  });
});
