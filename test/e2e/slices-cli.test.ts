import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { CartSample } from "../support/cart-agent.ts";
import { makeCartSample } from "../support/cart-agent.ts";
import { git, journalLines, runCli } from "../support/sample-repository.ts";

const isFull = process.env["TDD_LOOP_FULL"] === "1";

const samples: CartSample[] = [];
const branch = "tdd/sum-up-a-cart-and-print-its-receipt";

function sample(): CartSample {
  const made = makeCartSample();
  samples.push(made);
  return made;
}

afterEach(() => {
  for (const made of samples.splice(0)) made.remove();
});

const started = ({ spec, command }: CartSample) =>
  ["run", spec, "--profile", "slices", "--command", command] as const;

describe("tdd-loop run --profile slices", () => {
  it.runIf(isFull)(
    "waits with the list of slices, also with --yes, and goes on by itself once that is approved",
    async () => {
      const cart = sample();
      const first = await runCli([...started(cart), "--yes"], cart.repo);
      expect(first.code, first.stderr).toBe(3);
      expect(first.stdout).toMatch(/Domain:\n.*1\. Sum up prices/);
      expect(first.stdout).toContain("tdd-loop resume");
      expect(git(cart.repo, "branch", "--list", "tdd/*")).toBe("");

      const second = await runCli(["resume", "--yes"], cart.repo);
      expect(second.code, second.stdout + second.stderr).toBe(0);
      expect(second.stderr).toContain('RED      slice 1/2 "Sum up prices": failing as expected');
      expect(second.stderr).toContain('GREEN    slice 1/2 "Sum up prices": passing (attempt 1)');
      expect(second.stderr).toContain('REFACTOR slice 1/2 "Sum up prices": 0 applied, 0 skipped');
      expect(git(cart.repo, "log", "--format=%s", `main..${branch}`).split("\n")).toHaveLength(4);
    },
    120_000,
  );

  it.runIf(isFull)(
    "has the list cut anew by what a person says of it, and asks again",
    async () => {
      const cart = sample();
      expect((await runCli([...started(cart)], cart.repo)).code).toBe(3);
      const answered = await runCli(["answer", "One is enough:", "no receipt."], cart.repo);
      expect(answered.code, answered.stdout + answered.stderr).toBe(3);
      expect(answered.stdout).toMatch(/1\. Sum up prices/);
      expect(answered.stdout).not.toContain("2. Print a receipt");

      const approved = await runCli(["resume", "--yes"], cart.repo);
      expect(approved.code, approved.stdout + approved.stderr).toBe(0);
      expect(git(cart.repo, "log", "--format=%s", `main..${branch}`).split("\n")).toHaveLength(2);
    },
    120_000,
  );

  it("rehearses with --dry-run: every prompt with its size, and nothing changed", async () => {
    const cart = sample();
    const { code, stdout, stderr } = await runCli([...started(cart), "--dry-run"], cart.repo);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/slice 1 \(Sum up prices\), writer: \d+ characters/);
    expect(stdout).toMatch(/slice 2 \(Print a receipt\), refiner: \d+ characters/);
    expect(stdout).toMatch(/framework node:test, language JavaScript, baseline pass/);
    expect(stdout).toMatch(/slices 2 \(domain 1, application 1\): as the decomposer cut/);
    expect(stdout).toContain("prompts 6, every variable resolved");
    expect(git(cart.repo, "status", "--porcelain", "--ignored")).toBe("");
    expect(git(cart.repo, "branch", "--list", "tdd/*")).toBe("");
  }, 60_000);

  it("says of a rehearsal that the agent it named could not end, and offers no run to resume", async () => {
    const cart = sample();
    const args = ["run", cart.spec, "--profile", "slices", "--dry-run", "--command", "echo no"];
    const { code, stdout } = await runCli(args, cart.repo);
    expect(code).toBe(4);
    expect(stdout).toContain("would end here");
    expect(stdout).toContain("The decomposer could not finish");
    expect(stdout).not.toContain("tdd-loop resume");
    const { stdout: json } = await runCli([...args, "--json"], cart.repo);
    expect(JSON.parse(json)).toMatchObject({ kind: "blocked", command: "" });
  }, 60_000);

  it("rehearses without an agent, too: then each criterion stands for a slice", async () => {
    const cart = sample();
    const args = ["run", cart.spec, "--profile", "slices", "--dry-run", "--json"];
    const { code, stdout, stderr } = await runCli(args, cart.repo);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ drafted: true, count: 2, prompts: 6 });
  }, 60_000);
});

function journalOf({ repo }: CartSample): readonly string[] {
  const runs = join(repo, ".tdd-loop", "runs");
  const [run = ""] = readdirSync(runs);
  return journalLines(join(runs, run, "journal.ndjson"));
}

/** Approves the slices and kills the run with SIGKILL as soon as its journal holds `lines` lines. */
async function killedAt(cart: CartSample, lines: number): Promise<number> {
  let isOver = false;
  await runCli([...started(cart)], cart.repo);
  const ended = runCli(["resume", "--yes"], cart.repo, (kill) => {
    void (async () => {
      while (!isOver && journalOf(cart).length < lines) await sleep(2);
      kill();
    })();
  });
  await ended;
  isOver = true;
  return journalOf(cart).length;
}

const endOf = ({ repo }: CartSample) => git(repo, "log", "--format=%s %T", `main..${branch}`);

/** In the RED, GREEN and refactoring of both slices. */
const places = Array.from({ length: 8 }, (_, at) => 8 + 4 * at);

describe("a run in slices that is killed between two journal entries", () => {
  it.runIf(isFull)(
    "ends like one that was not, after `tdd-loop resume`",
    async () => {
      const whole = sample();
      await runCli([...started(whole)], whole.repo);
      await runCli(["resume", "--yes"], whole.repo);
      for (const lines of places) {
        const cart = sample();
        const reached = await killedAt(cart, lines);
        const resumed = await runCli(["resume"], cart.repo);
        const said = `killed at line ${reached}: ${resumed.stdout}${resumed.stderr}`;
        if (resumed.code !== 2) expect(resumed.code, said).toBe(0);
        expect(endOf(cart), said).toBe(endOf(whole));
      }
    },
    900_000,
  );
});
