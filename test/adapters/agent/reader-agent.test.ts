import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { answerForm } from "../../../src/adapters/agent/answer-form.ts";
import { createReaderAgent } from "../../../src/adapters/agent/reader-agent.ts";
import { createSandbox } from "../../../src/adapters/sandbox/choose-sandbox.ts";
import { Role } from "../../../src/domain/config.ts";
import type { Turn } from "../../../src/ports.ts";
import { aTurn, workDir } from "./work-dir.ts";

const never = new AbortController().signal;
const path = process.env["PATH"] ?? "";
const sandbox = createSandbox("process", { path, home: null, readable: [], hidden: [] });
const spend = {
  ...{ requests: 1, inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 },
  ...{ outputTokens: 1, dollars: 0.5 },
};
const edit = { kind: "edit", edit: { summary: "Done.", cannot: null } };

/** One turn with a process that says what a script says, in place of our own. */
async function play(script: string, turn: Partial<Turn> = {}, signal = never) {
  await using work = await workDir({});
  const agent = createReaderAgent({
    argv: ["sh", "-c", script],
    ...{ env: {}, sandbox, apiKey: "sk-ant-planted", baseUrl: null },
    modelFor: () => "claude-sonnet-5-5",
    limitsFor: () => ({ maxTurns: 10, dollars: 1, minutes: 1 }),
  });
  return await agent.takeTurn(aTurn(work.dir, turn), signal);
}

/** Shell that says these messages, one a line. */
function says(...messages: readonly unknown[]): string {
  return messages.map((message) => `echo '${JSON.stringify(message)}';`).join("\n");
}

test("hears the answer and does not wait for the process to end", async () => {
  const reply = await play(`${says({ kind: "finished", answer: edit, spend })} sleep 60`);

  expect(reply).toEqual({ kind: "finished", answer: edit, spend, sandbox: sandbox.name });
});

test.each(Role.options)("takes the answer of a %s", async (role) => {
  const filled = { ...{ summary: "Done.", cannot: null }, ...{ verdict: "APPROVED" } };
  const answer = answerForm(role).read(filled);

  const reply = await play(says({ kind: "finished", answer, spend }), { role });

  expect(reply).toMatchObject({ kind: "finished", answer });
});

test("gives it the turn and the model's key on its standard input, and nothing in its environment", async () => {
  const script = `read turn; case $turn in *'"apiKey":"sk-ant-planted"'*) key=told;; esac
    env | grep -q planted && key=leaked
    echo '{"kind":"failed","why":"gave_up","detail":"'$key'","spend":${JSON.stringify(spend)}}'`;

  expect(await play(script)).toMatchObject({ kind: "failed", why: "gave_up", detail: "told" });
});

test.each([
  ["no JSON", "echo hello"],
  ["another message", says({ kind: "write", path: "/etc/passwd", text: "x" })],
  ["a field too much", says({ kind: "finished", answer: edit, spend, tree: "abc" })],
  [
    "a negative bill",
    says({ kind: "finished", answer: edit, spend: { ...spend, dollars: -1_000 } }),
  ],
  [
    "the answer of another role",
    says({
      kind: "finished",
      answer: { kind: "review", review: { verdict: "APPROVED", summary: "", findings: [] } },
      spend,
    }),
  ],
  ["a test run in a turn without any", says({ kind: "run_tests" })],
])("ends a process that says %s", async (_what, script) => {
  expect(await play(`${script}\nsleep 60`)).toMatchObject({ kind: "failed", why: "bad_answer" });
});

test("runs tests one at a time, and no more often than a turn may", async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const runTests = async () => {
    runs += 1;
    running += 1;
    most = Math.max(most, running);
    await sleep(100);
    running -= 1;
    return { digest: "digest", isAsWanted: true };
  };
  const ask = says({ kind: "run_tests" });

  const flood = await play(`read turn; ${ask} ${ask} sleep 60`, { runTests });
  const greedy = await play(
    `read turn; for i in 1 2 3 4 5 6 7 8 9 10; do ${ask} read said; done; sleep 60`,
    { runTests },
  );

  expect(flood).toMatchObject({ kind: "failed", why: "bad_answer" });
  expect(greedy).toMatchObject({ kind: "failed", why: "bad_answer" });
  expect(most).toBe(1);
  expect(runs).toBe(1 + 8);
});

test("takes a crash for an outage that can be resumed, and still counts what it cost", async () => {
  const reply = await play(
    `${says({ kind: "spent", spend })} echo 'out of memory' >&2; kill -9 $$`,
  );

  expect(reply).toMatchObject({
    kind: "failed",
    why: "unreachable",
    detail: expect.stringMatching(/SIGKILL.*out of memory.*resume/),
    spend,
  });
});

test("says that a program could not be started", async () => {
  expect(await play("exit 7")).toMatchObject({
    kind: "failed",
    why: "unreachable",
    detail: expect.stringContaining("exit code 7"),
  });
});

test("ends soon after an abort, with all that it started", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);

  const reply = await play("sleep 60 & sleep 60", {}, stop.signal);

  expect(reply).toMatchObject({ kind: "failed", why: "limit", detail: "The turn was stopped." });
});

test("throws on what a test run threw: that is an outage of the loop's own", async () => {
  const runTests = async () => {
    throw new Error("no disk");
  };

  await expect(play(`${says({ kind: "run_tests" })} sleep 60`, { runTests })).rejects.toThrow(
    "no disk",
  );
});
