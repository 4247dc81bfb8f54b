import { describe, expect, it } from "vitest";
import { otherDay } from "../../src/adapters/git/gate-other-day.ts";
import { jest } from "../../src/adapters/tests/frameworks/jest.ts";
import { vitest } from "../../src/adapters/tests/frameworks/vitest.ts";
import { observedRun } from "../../src/domain/proof-evidence.ts";
import { judgeTests } from "../../src/gates/judge.ts";
import { judgeRed } from "../../src/gates/red/judge-red.ts";
import { judgeMainRun, judgeOtherEnvironment } from "../../src/gates/tamper/judge-run.ts";
import { ready } from "../adapters/sandbox/sandboxes.ts";
import { finished, makeChange } from "../support/make.ts";
import { directoryWith, testRun } from "./test-run.ts";

const head = "const test = require('node:test'); const assert = require('node:assert');";
const walled = ready[0]?.walled === true;

function project(test: string): string {
  return directoryWith({ "package.json": "{}", "a.test.js": `${head}\n${test}\n` });
}

const asking = [
  "test('a', async () => assert.equal((await fetch('https://140.82.112.3')).status, 200));",
  "test('a', () => new Promise((_, no) => require('net').connect(443, '140.82.112.3').on('error', no)));",
];

describe("tests that need what is not there", () => {
  it.runIf(walled).each(asking)(
    "D18, R10: what asks the network is no RED, and the reason is the network: %s",
    async (test) => {
      const now = await testRun(project(test), "node --test");

      const promised = { modules: [], symbols: [], files: [] };
      const verdict = judgeRed({ baseline: finished([]), now, promised });
      expect(verdict).toMatchObject({ verdict: "wrong_reason", reason: "network_denied" });
      expect(verdict.fix).toContain("without network");
      const observed = observedRun(now);
      const codes = judgeMainRun({ red: observed, now: observed, declared: 0, mutated: [] });
      expect(codes[0]?.code).toBe("NETWORK_DENIED");
    },
  );

  it("D18: what passes today only is found by a clock that is a year ahead", async () => {
    const year = new Date().getFullYear();
    const dir = project(
      `test('a', () => assert.equal(new Date().getFullYear(), ${year})); test('b', () => {});`,
    );
    const today = observedRun(await testRun(dir, "node --test"));
    const env = await otherDay(dir);
    const later = observedRun(await testRun(dir, "node --test", 30, env));

    const found = judgeOtherEnvironment(today, later, new Set());

    expect(found).toMatchObject([{ code: "ENV_DEPENDENT", detail: expect.stringMatching(/\ba$/) }]);
  });
});

describe("a snapshot that its own first run would write", () => {
  const text =
    'import { expect, test } from "vitest";\nimport { up } from "./up.js";\ntest("a", () => expect(up(1)).toMatchSnapshot());\n';

  it("D16: is refused at RED, where it is new", () => {
    const judge = (added: readonly number[]) =>
      judgeTests({
        ...{ changes: [makeChange("a.test.js")], offences: [], testGlobs: [], listed: [] },
        ...{ lock: { testFiles: ["a.test.js"], allowlist: [] } as never },
        texts: { "a.test.js": { text, added } },
      });

    expect(judge([3])).toMatchObject({ kind: "fail", code: "FIRST_SNAPSHOT" });
    expect(judge([])).toMatchObject({ kind: "pass" });
  });

  it.each([
    ["vitest", vitest, "npx vitest run"],
    ["jest", jest, "npx jest"],
  ])(
    "D16: is not written when the loop runs %s, because CI is set",
    (_name, framework, command) => {
      expect(framework.instrument(command, "/tmp/reports")?.env).toMatchObject({ CI: "true" });
    },
  );
});
