import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ObservedRun } from "../../src/domain/proof-evidence.ts";
import { judgeMainRun } from "../../src/gates/tamper/judge-run.ts";
import type { ProcessEnd } from "../../src/ports.ts";
import {
  options,
  ownBound,
  processesWith,
  ready,
  run,
  temporary,
} from "../adapters/sandbox/sandboxes.ts";
import { testRun } from "./test-run.ts";

/** What the gate says of a run that would be green if its process had ended well. */
function codesOf(end: ProcessEnd, changed: Partial<ObservedRun["run"]> = {}): string[] {
  const outcome = { kind: "passed" } as const;
  const green = {
    ...{ kind: "finished", framework: "node:test", source: "report", exitCode: 0 },
    ...{
      cases: [{ id: "a", file: "t.js", outcome }],
      counts: { passed: 1, failed: 0, skipped: 0 },
    },
    ...{ loadFailures: [], contradictions: [], output: "", durationMs: 1, ...changed },
  } as ObservedRun["run"];
  const red = { run: green, exitCode: 0, timedOut: false, outputCut: false };
  const now = { ...end, run: green };
  return judgeMainRun({ red, now, declared: 0, mutated: [] }).map(({ code }) => code);
}

const [strongest, ...others] = ready;
const tried = [strongest, others.at(-1)].filter((found) => found !== undefined);

describe.each(tried)("runtime cases in the $kind sandbox", ({ kind, walled }) => {
  it("R01: what ignores SIGTERM and loops is gone at the deadline", async () => {
    const mark = `r01_${process.pid}${kind}`;
    const loop = `trap '' TERM INT HUP; : ${mark}; while :; do sleep 1; done`;

    const ended = await run(kind, `sh -c "${loop}"`, { timeoutMs: 300 });

    expect(codesOf(ended)).toEqual(["TIMEOUT"]);
    expect(processesWith(mark)).toBe("");
  });

  it("R02: a double-forked survivor is told, ended, and does no more", async () => {
    const mark = `35.${process.pid}${kind.length}`;

    const ended = await run(kind, `(setsid sh -c 'setsid sleep ${mark} &' &); echo ended`);

    expect(ended).toMatchObject({ exitCode: 0, stdout: "ended\n" });
    expect(codesOf(ended)).toEqual(["LEFTOVER_PROCESS"]);
    expect(processesWith(`sleep ${mark}`)).toBe("");
  });

  it("R02: an honest process that ends just after its parent is no leftover", async () => {
    const ended = await run(kind, "sleep 0.1 & echo ended");

    expect(codesOf(ended)).toEqual([]);
  });

  it.runIf(walled && (process.getuid?.() !== 0 || ownBound()))(
    "R04: a fork bomb runs into the limit and nothing of it is left",
    async () => {
      const mark = `34.${process.pid}${kind.length}`;
      const bomb = `i=0; while [ $i -lt 2000 ]; do sleep ${mark} & i=$((i+1)); done`;

      const ended = await run(kind, bomb, { timeoutMs: 15_000 }, { maxProcesses: 320 });

      expect(codesOf(ended)[0]).toBe("RESOURCE_LIMIT");
      expect(processesWith(`sleep ${mark}`)).toBe("");
    },
  );

  it("R08: standard input is empty, so that nothing waits for it", async () => {
    const ended = await run(kind, "cat; node -e 'process.stdin.resume()'; echo ended");

    expect(ended).toMatchObject({ exitCode: 0, stdout: "ended\n", timedOut: false });
  });

  it("R09: kill(0, SIGKILL) ends the run, not its supervisor", async () => {
    const ended = await run(kind, "kill -9 0", { timeoutMs: 10_000 });

    expect(ended.exitCode === 0).toBe(false);
    expect(codesOf(ended, { exitCode: 137 } as object)).not.toEqual([]);
  });

  it.runIf(walled)("R10: no address outside can be reached", async () => {
    const ask = "require('net').connect(443,'140.82.112.3').on('error',e=>console.log(e.code))";

    const ended = await run(kind, `node -e "${ask}"`, { timeoutMs: 10_000 });

    expect(ended.stdout).toBe("ENETUNREACH\n");
  });

  it("R12: a home is thrown away: the next run has no settings of the last", async () => {
    const files = ".gitconfig .npmrc .bashrc .config/pip/pip.conf";
    const write = `mkdir -p ~/.config/pip; for f in ${files}; do echo x > ~/$f; done; ls -A ~ | wc -l`;

    const first = await run(kind, write);
    const second = await run(kind, `cd ~ && ls ${files} 2>/dev/null | wc -l`);

    expect(Number(first.stdout)).toBeGreaterThan(3);
    expect(second.stdout.trim()).toBe("0");
  });

  it.runIf(walled)("R14: programs on PATH and dependencies are read-only", async () => {
    const deps = join(temporary(), "node_modules");
    mkdirSync(join(deps, ".bin"), { recursive: true });
    const tries = [`${deps}/.bin`, "/usr/local/bin", ...options.path.split(":").slice(0, 3)];
    const command = tries
      .map((dir) => `echo x > ${dir}/shim 2>/dev/null && echo written`)
      .join(";");

    const ended = await run(kind, command, {}, { readable: [deps] });

    expect(ended.stdout).toBe("");
    expect(readdirSync(join(deps, ".bin"))).toEqual([]);
  });

  it("R06: a flood of output is cut at its limit and judged so", async () => {
    const ended = await run(kind, "yes", { maxOutputBytes: 50_000 });

    expect(ended.stdout.length + ended.stderr.length).toBe(50_000);
    expect(codesOf(ended)).toEqual(["OUTPUT_LIMIT"]);
  });
});

describe("runtime cases of the test runner", () => {
  it("R15: words in the last moment are no verdict", async () => {
    const dir = temporary();
    writeFileSync(join(dir, "late.sh"), "sleep 0.7; echo '# pass 1'; echo '# fail 0'; sleep 30\n");

    const ran = await testRun(dir, "sh late.sh", 1);

    expect(ran.kind).toBe("timed_out");
  });

  it("R16: a crash hidden by a pipe is not a pass", async () => {
    const dir = temporary();
    writeFileSync(join(dir, "package.json"), "{}");
    writeFileSync(join(dir, "a.test.js"), "require('node:test')('a', () => process.abort())");

    const ran = await testRun(dir, "node --test a.test.js | tee log");

    const passes =
      ran.kind === "finished" &&
      ran.loadFailures.length === 0 &&
      ran.cases.every(({ outcome }) => outcome.kind === "passed");
    expect(passes).toBe(false);
    expect(readFileSync(join(dir, "log"), "utf8")).not.toBe("");
  });
});
