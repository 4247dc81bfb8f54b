import { expect, test } from "vitest";
import { createClaudeAgent } from "../../../src/adapters/agent/claude-agent.ts";
import type {
  ClaudeAgentOptions,
  RequestUsage,
} from "../../../src/adapters/agent/claude-options.ts";
import type { Played } from "./messages-api.ts";
import { call, playMessagesApi, words } from "./messages-api.ts";
import { aTurn, workDir } from "./work-dir.ts";

const finish = call("finish_edit", { summary: "Done." });

async function play(
  script: readonly Played[],
  some: Partial<ClaudeAgentOptions> = {},
  signal: AbortSignal = new AbortController().signal,
) {
  await using files = await workDir({ "src/a.js": "a\n" });
  await using api = await playMessagesApi(script);
  const agent = createClaudeAgent({
    apiKey: "key",
    baseUrl: api.url,
    modelFor: () => "claude-sonnet-5-5",
    limitsFor: () => ({ maxTurns: 10, dollars: 1, minutes: 1 }),
    clock: { now: () => Date.now() },
    maxRetries: 1,
    ...some,
  });
  const reply = await agent.takeTurn(aTurn(files.dir), signal);
  return { reply, requests: api.requests };
}

test("tries again after a rate limit and goes on as if nothing had been", async () => {
  const { reply, requests } = await play([{ status: 429 }, { content: [finish] }]);

  expect(reply).toMatchObject({ kind: "finished", spend: { requests: 1 } });
  expect(requests).toHaveLength(2);
});

test.each([
  { status: 529, times: 2, words: /down or overloaded \(529/ },
  { status: 500, times: 2, words: /down or overloaded/ },
  { status: 429, times: 2, words: /rate limit/ },
  { status: 401, times: 1, words: /refused the key \(401: low balance\)\. .*ANTHROPIC_API_KEY/ },
  { status: 403, times: 1, words: /may not use claude-sonnet-5-5/ },
  { status: 404, times: 1, words: /does not know claude-sonnet-5-5.*agent\.model/ },
  { status: 400, times: 1, words: /refused the request.*low balance/ },
])(
  "ends as unreachable after status $status, saying what to do",
  async ({ status, times, words: said }) => {
    const script = Array.from({ length: times }, () => ({ status, error: "low balance" }));

    const { reply, requests } = await play(script);

    expect(reply).toMatchObject({ kind: "failed", why: "unreachable", spend: { requests: 0 } });
    expect(reply.kind === "failed" && reply.detail).toMatch(said);
    expect(requests).toHaveLength(times);
  },
);

test("ends as a limit when the conversation is too large for the API", async () => {
  const { reply } = await play([{ status: 413 }]);
  expect(reply).toMatchObject({ kind: "failed", why: "limit" });
});

test("ends as unreachable when nobody listens", async () => {
  const { reply } = await play([], { baseUrl: "http://127.0.0.1:1", maxRetries: 0 });

  expect(reply).toMatchObject({
    kind: "failed",
    why: "unreachable",
    detail: expect.stringContaining("cannot be reached"),
  });
});

test("ends as unreachable when something else answers", async () => {
  const { reply } = await play([{ body: '{"hello":"world"}' }]);
  expect(reply).toMatchObject({ why: "unreachable", detail: expect.stringContaining("base URL") });
});

test("hands on a refusal with the model's own words and with what it cost", async () => {
  const { reply } = await play([{ content: [words("I will not.")], stop: "refusal" }]);

  expect(reply).toMatchObject({
    kind: "failed",
    why: "refused",
    detail: expect.stringContaining("I will not."),
    spend: { requests: 1 },
  });
});

test("ends when the context window is full", async () => {
  const { reply } = await play([{ stop: "model_context_window_exceeded" }]);
  expect(reply).toMatchObject({ kind: "failed", why: "limit" });
});

test("ends after three cut answers in a row", async () => {
  const cut = { content: [words("…")], stop: "max_tokens" };
  const { reply } = await play([cut, cut, cut]);
  expect(reply).toMatchObject({ kind: "failed", why: "limit", spend: { requests: 3 } });
});

test("warns when few steps are left, and ends at the limit", async () => {
  const look = () => ({ content: [call("list")] });
  const { reply, requests } = await play([look(), look(), look()], {
    limitsFor: () => ({ maxTurns: 3, dollars: 1, minutes: 1 }),
  });

  expect(requests[1]?.messages.at(-1)?.content.at(-1)?.text).toContain("2 steps are left");
  expect(requests[2]?.messages.at(-1)?.content.at(-1)?.text).toContain("1 step is left");
  expect(reply).toMatchObject({ why: "limit", detail: expect.stringContaining("3 requests") });
});

test("asks no more when the money is spent, and says when a price was guessed", async () => {
  const usages: RequestUsage[] = [];
  const { reply, requests } = await play(
    [{ content: [call("list")], usage: { output_tokens: 1_000_000 } }, { content: [finish] }],
    {
      modelFor: () => "some-model",
      limitsFor: () => ({ maxTurns: 9, dollars: 5, minutes: 1 }),
      onUsage: (usage) => usages.push(usage),
    },
  );

  expect(requests).toHaveLength(1);
  expect(reply).toMatchObject({ kind: "failed", why: "budget" });
  expect(reply.kind === "failed" && reply.detail).toContain("price of some-model is not known");
  expect(usages).toMatchObject([{ role: "implementer", priceKnown: false, turn: { requests: 1 } }]);
});

test("ends by its own clock", async () => {
  let now = 0;
  const { reply } = await play([{ content: [call("list")] }], {
    clock: { now: () => now },
    onUsage: () => {
      now = 60_000;
    },
  });
  expect(reply).toMatchObject({ why: "limit", detail: expect.stringContaining("1 minutes") });
});

test("ends a request that takes longer than the turn may", async () => {
  const { reply } = await play([{ hang: true }], {
    limitsFor: () => ({ maxTurns: 3, dollars: 1, minutes: 0.005 }),
  });
  expect(reply).toMatchObject({ why: "limit", detail: expect.stringContaining("time was over") });
});

test("ends soon after it is aborted in the middle of a request, keeping what was spent", async () => {
  const stop = new AbortController();
  const { reply } = await play(
    [{ content: [call("list")] }, { hang: true }],
    { onUsage: () => setTimeout(() => stop.abort(), 50) },
    stop.signal,
  );
  expect(reply).toMatchObject({
    kind: "failed",
    detail: "The turn was stopped.",
    spend: { requests: 1 },
  });
});

test("hands each request and answer to the recorder, without the key", async () => {
  const exchanges: unknown[] = [];
  await play([{ content: [finish] }], {
    apiKey: "very-secret-key",
    record: (exchange) => exchanges.push(exchange),
  });
  expect(exchanges).toHaveLength(1);
  expect(JSON.stringify(exchanges)).not.toContain("very-secret-key");
});
