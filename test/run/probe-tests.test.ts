import { describe, expect, it } from "vitest";
import type { RunRequest } from "../../src/domain/run-request.ts";
import type { TestRun } from "../../src/domain/test-run.ts";
import type { Folded } from "../../src/loop/fold.ts";
import { probeTests } from "../../src/run/probe-tests.ts";
import { failed, finished, makeRequest, passed } from "../support/make.ts";

const code = [
  "export function fee(n) {",
  "  if (n > 10) return 2;",
  "  return n * 3;",
  "}",
  "",
].join("\n");
const diff = `diff --git a/src/fee.js b/src/fee.js
new file mode 100644
--- /dev/null
+++ b/src/fee.js
@@ -0,0 +1,4 @@
${code.trimEnd().replaceAll(/^/gm, "+")}
diff --git a/test/fee.test.js b/test/fee.test.js
--- a/test/fee.test.js
+++ b/test/fee.test.js
@@ -1,0 +2,1 @@
+test("three", () => assert.equal(fee(1), 3));
`;

interface World {
  readonly probes?: number;
  readonly runs?: (text: string) => TestRun;
  readonly stepMs?: number;
  /** The tests on the tree as it is. */
  readonly whole?: TestRun;
}

const green = finished([passed("a"), passed("b")]);
const red = finished([passed("a"), failed("b", { kind: "assertion" })], { exitCode: 1 });

/** A tree is the text of the one source file. */
async function probe({ probes = 6, runs = () => green, stepMs = 0, whole = green }: World) {
  const seen: string[] = [];
  const rules = { ...makeRequest().rules, mutationProbes: probes };
  const request: RunRequest = makeRequest({ rules });
  let now = 0;
  const facts = await probeTests(
    { diff: { from: "base", to: code } },
    { state: { request } } as Folded,
    {
      ports: {
        clock: { now: () => now },
        workspace: {
          diff: async () => diff,
          readFile: async (tree: string, path: string) => (path === "src/fee.js" ? tree : null),
        },
        views: {
          put: async (_onto: string, texts: Readonly<Record<string, string>>) => ({
            ...{ tree: texts["src/fee.js"] ?? "", changes: [], offences: [] },
          }),
        },
      } as unknown as Parameters<typeof probeTests>[2]["ports"],
      bench: {
        tryTree: async (tree) => {
          seen.push(tree);
          now += stepMs;
          return { run: tree === code ? whole : runs(tree), sandbox: "", mutated: [] };
        },
      },
      signal: new AbortController().signal,
    },
  );
  return { facts, seen };
}

describe("probes before the final review (S4-28)", () => {
  it("tell which changes of the new code no test notices, and how many were tried", async () => {
    const { facts } = await probe({ runs: (text) => (text.includes("n + 3") ? green : red) });
    expect(facts.map(({ path, line, what }) => `${path}:${line} ${what}`)).toEqual([
      "src/fee.js:2 probes: of 6 small changes to the new code, tried one at a time, the tests noticed 5",
      "src/fee.js:3 probe: no test fails when `*` is `+` here",
    ]);
  });

  it.each<[string, TestRun]>([
    ["a test that fails", red],
    [
      "a file that cannot be loaded",
      finished([passed("a"), passed("b")], {
        loadFailures: [{ file: "x", cause: { kind: "syntax_error" }, message: "" }],
      }),
    ],
    ["a test that is gone", finished([passed("a")])],
    ["no end", { kind: "timed_out", framework: "x", afterMs: 1, output: "" }],
    ["an exit code", finished([passed("a"), passed("b")], { exitCode: 1 })],
  ])("take %s as noticed", async (_what, run) => {
    expect((await probe({ runs: () => run })).facts).toHaveLength(1);
  });

  it("count what failed before as no notice, and are none where nothing passes", async () => {
    const { facts } = await probe({ whole: red, runs: () => red });
    expect(facts.at(-1)?.rule).toBe("mutation_unnoticed");
    const broken = finished([failed("a")]);
    expect((await probe({ whole: broken, runs: () => broken })).facts).toEqual([]);
  });

  it("touch lines of the change alone, and never a test", async () => {
    const { seen } = await probe({});
    expect(seen[0]).toBe(code);
    expect(seen.slice(1)).toHaveLength(6);
    for (const text of seen.slice(1))
      expect(text.split("\n")).toHaveLength(code.split("\n").length);
  });

  it("are as many as the rules say, and none begins when two minutes have passed", async () => {
    expect((await probe({ probes: 0 })).seen).toEqual([]);
    expect((await probe({ probes: 1 })).seen).toHaveLength(2);
    expect((await probe({ stepMs: 130_000 })).seen).toHaveLength(2);
  });
});
