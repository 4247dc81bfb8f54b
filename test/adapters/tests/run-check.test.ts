import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCheck } from "../../../src/adapters/tests/run-check.ts";
import { processSandbox } from "../../support/process-sandbox.ts";

const dir = mkdtempSync(join(tmpdir(), "tdd-loop-check-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const never = new AbortController().signal;
const place = {
  cwd: dir,
  env: { PATH: process.env["PATH"] ?? "" },
  writable: [],
  maxOutputBytes: 1_000_000,
  network: "off",
} as const;

function run(line: string, pattern: string | null = null, timeoutMs = 20_000) {
  return runCheck(processSandbox, { line, timeoutMs, pattern }, place, never);
}

describe("a check (S1-31)", () => {
  it("is a line for a shell, and its exit code counts", async () => {
    expect(await run("echo one; exit 3")).toMatchObject({
      exit: { kind: "exited", code: 3 },
      matched: null,
      output: "one\n",
    });
  });

  it("names paths as the repository does: where the checkout lies says nothing", async () => {
    expect(await run('echo "fails at $PWD/test/a.js:3"')).toMatchObject({
      output: "fails at test/a.js:3\n",
    });
  });

  it("is ended at its limit, with all that it started (S1-14)", async () => {
    expect(await run("sleep 30 & sleep 30", null, 300)).toMatchObject({
      exit: { kind: "timed_out", afterMs: 300 },
    });
  });

  it("keeps 4000 characters of what was printed, and says how much was cut", async () => {
    const { output } = await run("seq 1 3000");

    expect(output).toMatch(/^1\n2\n[\s\S]*9893 characters cut[\s\S]*\n3000\n$/);
    expect(output.length).toBeLessThan(4_100);
  });

  it("looks for the pattern in all of it, line by line, both streams together (S1-20)", async () => {
    const middle = "head -c 9000 /dev/zero | tr '\\0' x; echo; echo '7 passing' >&2";

    expect(await run(middle, "^[1-9]\\d* passing$")).toMatchObject({ matched: true });
    expect(await run("echo 0 passing", "^[1-9]\\d* passing$")).toMatchObject({ matched: false });
  });

  it("takes a pattern that never comes to an end for one that is not there", async () => {
    const text = `printf '${"a".repeat(40)}!'`;

    expect(await run(text, "^(a+)+$")).toMatchObject({ matched: false });
  });
});
