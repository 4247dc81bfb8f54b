import { expect, test } from "vitest";
import { createClaudeAgent } from "../../../src/adapters/agent/claude-agent.ts";
import type { ClaudeAgentOptions } from "../../../src/adapters/agent/claude-options.ts";
import type { MessagesApi, SentBlock, SentRequest } from "./messages-api.ts";
import { call, playMessagesApi } from "./messages-api.ts";
import { aTurn, workDir } from "./work-dir.ts";

const never = new AbortController().signal;
const finish = call("finish_edit", { summary: "Done." });

function agentFor(api: MessagesApi, some: Partial<ClaudeAgentOptions> = {}) {
  return createClaudeAgent({
    apiKey: "key",
    baseUrl: api.url,
    modelFor: () => "claude-sonnet-5-5",
    limitsFor: () => ({ maxTurns: 10, dollars: 1, minutes: 1 }),
    clock: { now: () => Date.now() },
    maxRetries: 1,
    ...some,
  });
}

const green = (digest: string) => ({ digest, isAsWanted: true });
const red = (digest: string) => ({ digest, isAsWanted: false });

function lastResults(request: SentRequest | undefined): readonly SentBlock[] {
  return request?.messages.at(-1)?.content ?? [];
}

test("does not take finish behind a call that failed, nor a call to a tool that does not exist", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    { content: [call("bash", { command: "env" }), finish] },
    { content: [finish] },
  ]);

  const reply = await agentFor(api).takeTurn(aTurn(files.dir), never);

  const [unknown, early] = lastResults(api.requests[1]);
  expect(unknown?.content).toContain("You have: read, list");
  expect(early).toMatchObject({ is_error: true });
  expect(reply.kind).toBe("finished");
});

test("does not take finish in the answer whose test run is not as wanted, and goes on", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    { content: [call("write", { path: "src/a.js", text: "1" }), call("run_tests"), finish] },
    { content: [call("run_tests"), finish] },
    { content: [call("write", { path: "src/a.js", text: "2" }), call("run_tests"), finish] },
  ]);
  const runTests = async () =>
    (await files.text("src/a.js")) === "2" ? green("ok") : red("1 failed");

  const reply = await agentFor(api).takeTurn(aTurn(files.dir, { runTests }), never);

  for (const request of api.requests.slice(1)) {
    expect(lastResults(request).at(-1)).toMatchObject({
      is_error: true,
      content: expect.stringContaining("not as wanted"),
    });
  }
  expect(api.requests).toHaveLength(3);
  expect(reply.kind).toBe("finished");
});

test("takes a question behind tests that stay red", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    {
      content: [call("run_tests"), call("give_up", { kind: "contradiction", question: "Which?" })],
    },
  ]);
  const runTests = async () => red("1 failed");

  const reply = await agentFor(api).takeTurn(aTurn(files.dir, { runTests }), never);

  expect(reply).toMatchObject({ kind: "finished", spend: { requests: 1 } });
});

test("does what stands behind finish in the same answer before it ends", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    { content: [finish, call("write", { path: "test/a.test.js", text: "gone" })] },
    { content: [finish, call("write", { path: "src/a.js", text: "late" })] },
  ]);

  const reply = await agentFor(api).takeTurn(aTurn(files.dir), never);

  expect(lastResults(api.requests[1]).map((result) => result.is_error)).toEqual([true, true]);
  expect(await files.text("src/a.js")).toBe("late");
  expect(reply).toMatchObject({ kind: "finished", spend: { requests: 2 } });
});
