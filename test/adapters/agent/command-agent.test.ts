import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { CommandAgentOptions } from "../../../src/adapters/agent/command-agent.ts";
import { createCommandAgent } from "../../../src/adapters/agent/command-agent.ts";
import { createSandbox } from "../../../src/adapters/sandbox/choose-sandbox.ts";
import type { SandboxedProcess, Turn } from "../../../src/ports.ts";
import { aTurn, workDir } from "./work-dir.ts";

const never = new AbortController().signal;
const path = process.env["PATH"] ?? "";
const env = { PATH: path };
const plain = createSandbox("process", { path, home: null, readable: [], hidden: [] });
const usual = { env, home: [], timeoutMs: 20_000, sandbox: plain };

async function play(
  script: string,
  turn: Partial<Turn> = {},
  some: Partial<CommandAgentOptions> = {},
) {
  await using work = await workDir({ "src/a.js": "a\n" });
  const agent = createCommandAgent({ argv: ["sh", "-c", script], ...usual, ...some });
  const reply = await agent.takeTurn(aTurn(work.dir, turn), never);
  return { reply, prompt: await work.text("prompt.txt").catch(() => "") };
}

test("gives the whole prompt on standard input, in the turn's directory, and reads the answer", async () => {
  const { reply, prompt } = await play(
    'cat > prompt.txt; echo working; echo \'{"summary":"Added it."}\'',
  );

  expect(reply).toMatchObject({
    kind: "finished",
    answer: { kind: "edit", edit: { summary: "Added it.", cannot: null } },
  });
  for (const part of [
    "You are the implementer.",
    "The issue.",
    "Do it.",
    "- src/ (any file",
    "JSON",
  ]) {
    expect(prompt).toContain(part);
  }
});

test("gives the child no variable but the allowed ones", async () => {
  process.env["TDD_LOOP_TEST_TOKEN"] = "secret";
  const { prompt } = await play("env > prompt.txt", {}, { env: { ...env, ALLOWED: "yes" } });
  delete process.env["TDD_LOOP_TEST_TOKEN"];

  expect(prompt).toContain("ALLOWED=yes");
  expect(prompt).not.toContain("TDD_LOOP_TEST_TOKEN");
});

test.each([
  [
    "the last fenced block",
    'cat <<\'X\'\n```json\n{"old":1}\n```\nthen\n````json\n{\n "verdict": "APPROVED",\n "summary": "fine"\n}\n````\nX',
  ],
  ["the last line", 'echo hello; echo \'{"verdict":"APPROVED","summary":"fine"}\''],
])("finds a critic's form in %s", async (_where, script) => {
  const { reply } = await play(script, { role: "critic" });
  expect(reply).toMatchObject({ answer: { kind: "review", review: { verdict: "APPROVED" } } });
});

test("takes an editor's plain words as its summary, but no other role's", async () => {
  expect((await play("echo All done.")).reply).toMatchObject({
    answer: { edit: { summary: "All done." } },
  });
  for (const role of ["writer", "critic", "planner"] as const) {
    expect((await play("echo All done.", { role })).reply).toMatchObject({
      kind: "failed",
      why: "bad_answer",
      detail: expect.stringContaining("All done."),
    });
  }
});

test("names the field that is wrong, and takes what the agent says when it is told", async () => {
  const { reply, prompt } = await play(
    'cat > prompt.txt; if grep -q "coverage: is missing" prompt.txt; then echo \'{"coverage":[{"criterion":"C1","tests":["adds"]}],"summary":"ok"}\'; else echo \'{"summary":"ok"}\'; fi',
    { role: "writer" },
  );
  expect(reply).toMatchObject({ kind: "finished", spend: { requests: 2 } });
  expect(prompt).toContain("second and last time");
});

test("ends as a bad answer, with the field, when the second one does not fit either", async () => {
  const { reply, prompt } = await play(
    'echo x >> prompt.txt; echo \'{"verdict":"APPROVED","summary":"","findings":[]}\'',
    { role: "critic" },
  );
  expect(reply).toMatchObject({
    kind: "failed",
    why: "bad_answer",
    detail: expect.stringContaining("summary: must not be empty"),
  });
  expect(prompt).toBe("x\nx\n");
});

test("takes a question for an answer", async () => {
  const { reply } = await play(
    'echo \'{"cannot":{"kind":"contradiction","question":"Which one?"}}\'',
    { role: "writer" },
  );
  expect(reply).toMatchObject({ answer: { tests: { cannot: { question: "Which one?" } } } });
});

test("ends as given up when the command fails, with the end of what it said", async () => {
  const { reply } = await play("echo broken >&2; exit 3");
  expect(reply).toMatchObject({
    kind: "failed",
    why: "gave_up",
    detail: expect.stringMatching(/exit code 3.*broken/),
  });
});

test("ends as unreachable when there is no such command", async () => {
  const { reply } = await play("", {}, { argv: ["no-such-coding-cli"] });
  expect(reply).toMatchObject({
    kind: "failed",
    why: "unreachable",
    detail: expect.stringContaining("agent.command"),
  });
});

test("ends everything that the command started when its time is over", async () => {
  await using work = await workDir({});
  const agent = createCommandAgent({
    ...usual,
    argv: ["sh", "-c", "(while :; do touch alive; sleep 0.05; done) & sleep 60"],
    timeoutMs: 400,
  });

  const reply = await agent.takeTurn(aTurn(work.dir), never);

  expect(reply).toMatchObject({ kind: "failed", why: "limit" });
  await rm(join(work.dir, "alive"), { force: true });
  await sleep(300);
  expect(existsSync(join(work.dir, "alive"))).toBe(false);
});

test("ends soon after an abort", async () => {
  await using work = await workDir({});
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  const agent = createCommandAgent({ ...usual, argv: ["sleep", "60"] });

  expect(await agent.takeTurn(aTurn(work.dir), stop.signal)).toMatchObject({
    kind: "failed",
    detail: "The turn was stopped.",
  });
});

test("runs through a sandbox with network, each word of the command quoted", async () => {
  const seen: SandboxedProcess[] = [];
  const { reply } = await play(
    "",
    {},
    {
      argv: ["cli", "--system", "it's $HOME; rm -rf /"],
      sandbox: {
        name: "fake",
        run: async (process) => {
          seen.push(process);
          return {
            exitCode: 0,
            signal: null,
            stdout: '{"summary":"ok"}',
            stderr: "",
            timedOut: false,
            outputCut: false,
            durationMs: 1,
          };
        },
      },
    },
  );

  expect(seen[0]).toMatchObject({
    command: "exec cli --system 'it'\\''s $HOME; rm -rf /'",
    network: "on",
    input: expect.stringContaining("The issue."),
  });
  expect(reply).toMatchObject({ kind: "finished" });
});
