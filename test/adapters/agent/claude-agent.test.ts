import { expect, test } from "vitest";
import { createClaudeAgent } from "../../../src/adapters/agent/claude-agent.ts";
import type { ClaudeAgentOptions } from "../../../src/adapters/agent/claude-options.ts";
import { Role } from "../../../src/domain/config.ts";
import type { MessagesApi, SentBlock, SentRequest } from "./messages-api.ts";
import { call, playMessagesApi, words } from "./messages-api.ts";
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

function lastResults(request: SentRequest | undefined): readonly SentBlock[] {
  return request?.messages.at(-1)?.content ?? [];
}

test("reads, edits, runs the tests and hands in its answer with what it cost", async () => {
  await using files = await workDir({ "src/sum.js": "export const sum = () => 0;\n" });
  await using api = await playMessagesApi([
    { content: [call("read", { path: "src/sum.js" })] },
    {
      content: [
        call("edit", { path: "src/sum.js", old: "() => 0", new: "(a, b) => a + b" }),
        call("run_tests"),
      ],
    },
    { content: [call("finish_edit", { summary: "It adds." })] },
  ]);

  const reply = await agentFor(api).takeTurn(
    aTurn(files.dir, { runTests: async () => green("0 failed, 3 passed") }),
    never,
  );

  expect(reply).toEqual({
    kind: "finished",
    answer: { kind: "edit", edit: { summary: "It adds.", cannot: null } },
    spend: {
      requests: 3,
      inputTokens: 300,
      outputTokens: 30,
      cacheReadTokens: 3_000,
      cacheWriteTokens: 600,
      dollars: expect.closeTo((300 * 2 + 30 * 10 + 3_000 * 0.1 + 600 * 2.5) / 1e6, 9),
    },
  });
  expect(await files.text("src/sum.js")).toBe("export const sum = (a, b) => a + b;\n");
  expect(lastResults(api.requests[1])[0]?.content).toContain("export const sum");
  expect(lastResults(api.requests[2])[1]?.content).toBe("0 failed, 3 passed");
});

test("refuses a write outside the list before it happens, and says what may be written", async () => {
  await using files = await workDir({ "test/a.test.js": "x\n" });
  await using api = await playMessagesApi([
    { content: [call("write", { path: "test/a.test.js", text: "gone" })] },
    { content: [finish] },
  ]);

  await agentFor(api).takeTurn(aTurn(files.dir), never);

  const [result] = lastResults(api.requests[1]);
  expect(result).toMatchObject({ is_error: true, content: expect.stringContaining("- src/") });
  expect(await files.text("test/a.test.js")).toBe("x\n");
});

test.each(["planner", "critic"] as const)("refuses a %s all that writes or runs", async (role) => {
  await using files = await workDir({ "src/a.js": "a\n" });
  const tried = [
    call("write", { path: "src/a.js", text: "gone" }),
    call("edit", { path: "src/a.js", old: "a", new: "b" }),
    call("remove", { path: "src/a.js" }),
    call("run_tests"),
    finish,
  ];
  await using api = await playMessagesApi([{ content: tried }, { status: 401 }]);

  await agentFor(api).takeTurn(aTurn(files.dir, { role, runTests: async () => green("") }), never);

  const results = lastResults(api.requests[1]);
  expect(results.map((result) => result.is_error)).toEqual(tried.map(() => true));
  expect(results[0]?.content).toContain(`The ${role} changes no file`);
  expect(await files.text("src/a.js")).toBe("a\n");
});

test("offers every role the same tools in the same words, and its own form to one that has another", async () => {
  await using files = await workDir({});
  const sent = new Set<string>();
  const own: Partial<Record<Role, string>> = {
    decomposer: "finish_slices",
    refiner: "finish_suggestions",
    developer: "report_step",
    reviewer: "finish_findings",
  };
  for (const role of Role.options) {
    await using api = await playMessagesApi([{ status: 401 }]);
    await agentFor(api).takeTurn(aTurn(files.dir, { role }), never);
    const names = api.requests[0]?.tools?.map(({ name }) => name) ?? [];
    if (own[role] === undefined) sent.add(JSON.stringify(api.requests[0]?.tools));
    else expect(names).toContain(own[role]);
  }

  expect(sent.size).toBe(1);
});

test("refuses the form of another role, and a critic who gives up, and says which form is theirs", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    { content: [finish] },
    { content: [call("give_up", { kind: "unclear", question: "Which?" })] },
    { content: [call("finish_review", { verdict: "APPROVED", summary: "Fine." })] },
  ]);

  const reply = await agentFor(api).takeTurn(aTurn(files.dir, { role: "critic" }), never);

  expect(lastResults(api.requests[1])[0]?.content).toContain("with finish_review");
  expect(lastResults(api.requests[2])[0]?.content).toContain("can always judge");
  expect(reply).toMatchObject({ answer: { kind: "review" } });
});

test("tells what is wrong with a form, takes it when it is mended", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    { content: [call("finish_tests", { coverage: [{ criterion: "C1" }], summary: "s" })] },
    {
      content: [
        call("finish_tests", { coverage: [{ criterion: "C1", preserved: true }], summary: "s" }),
      ],
    },
  ]);

  const reply = await agentFor(api).takeTurn(aTurn(files.dir, { role: "writer" }), never);

  expect(lastResults(api.requests[1])[0]).toMatchObject({
    is_error: true,
    content: expect.stringContaining("C1 has no test"),
  });
  expect(reply).toMatchObject({
    kind: "finished",
    answer: { kind: "tests", tests: { coverage: [{ criterion: "C1", preserved: true }] } },
  });
});

test("turns a question into an answer that cannot", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    { content: [call("give_up", { kind: "unclear", question: "Round up or down?" })] },
  ]);

  const reply = await agentFor(api).takeTurn(aTurn(files.dir, { role: "writer" }), never);

  expect(reply).toMatchObject({
    kind: "finished",
    answer: { tests: { cannot: { kind: "unclear", question: "Round up or down?" } } },
  });
});

test("reminds once of a missing answer, then gives the turn up", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    { content: [words("I am done.")] },
    { content: [words("Really.")] },
  ]);

  const reply = await agentFor(api).takeTurn(aTurn(files.dir), never);

  expect(lastResults(api.requests[1])[0]?.text).toContain("finish");
  expect(reply).toMatchObject({ kind: "failed", why: "bad_answer", spend: { requests: 2 } });
});

test("does not carry out a call that was cut off at the output limit", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    { content: [call("write", { path: "src/a.js", text: "half" })], stop: "max_tokens" },
    { content: [words("so")], stop: "max_tokens" },
    { content: [finish] },
  ]);

  const reply = await agentFor(api).takeTurn(aTurn(files.dir), never);

  expect(lastResults(api.requests[1])[0]).toMatchObject({ is_error: true });
  expect(lastResults(api.requests[2])[0]?.text).toContain("cut off");
  await expect(files.text("src/a.js")).rejects.toThrow();
  expect(reply.kind).toBe("finished");
});

test("goes on after a pause without saying anything", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([
    { content: [words("thinking")], stop: "pause_turn" },
    { content: [finish] },
  ]);

  const reply = await agentFor(api).takeTurn(aTurn(files.dir), never);

  expect(api.requests[1]?.messages.map((message) => message.role)).toEqual(["user", "assistant"]);
  expect(reply.kind).toBe("finished");
});

test("runs the tests once for the same files, and again after a change", async () => {
  await using files = await workDir({});
  let runs = 0;
  await using api = await playMessagesApi([
    { content: [call("run_tests"), call("run_tests")] },
    { content: [call("write", { path: "src/a.js", text: "1" }), call("run_tests")] },
    { content: [finish] },
  ]);
  const runTests = async () => {
    runs += 1;
    return green(`run ${runs}`);
  };

  await agentFor(api).takeTurn(aTurn(files.dir, { runTests }), never);

  expect(lastResults(api.requests[1])[1]?.content).toContain("Nothing has changed");
  expect(lastResults(api.requests[2])[1]?.content).toBe("run 2");
});

test("sends a prefix that is byte for byte the one before, with at most four breakpoints", async () => {
  await using files = await workDir({ "src/a.js": "a\n" });
  await using api = await playMessagesApi([
    { content: [words("Reading."), call("read", { path: "src/a.js" })] },
    { content: [call("list"), call("search", { text: "a" })] },
    { content: [words("hm")] },
    { content: [finish] },
  ]);

  await agentFor(api).takeTurn(aTurn(files.dir), never);

  const plain = api.requests.map((request) => withoutMarks(request));
  for (const [index, request] of plain.entries()) {
    const before = plain[index - 1];
    if (before === undefined) continue;
    expect(request.head).toBe(before.head);
    expect(request.blocks.slice(0, before.blocks.length)).toEqual(before.blocks);
  }
  const marks = api.requests.map(
    (request) => JSON.stringify(request).split("cache_control").length - 1,
  );
  expect(Math.max(...marks)).toBe(4);
  expect(Object.keys(api.requests[0] ?? {}).slice(2, 5)).toEqual(["tools", "system", "messages"]);
  for (const request of api.requests) {
    expect(request.system.at(-1)?.cache_control).toBeDefined();
    expect(request.messages[0]?.content[0]).toMatchObject({
      text: "The issue.",
      cache_control: { type: "ephemeral" },
    });
    expect(request.messages.at(-1)?.content.at(-1)?.cache_control).toBeDefined();
  }
});

test("marks the last block that roles share, so that the next role reads it", async () => {
  await using files = await workDir({});
  await using api = await playMessagesApi([{ content: [finish] }, { content: [finish] }]);
  const agent = agentFor(api);

  await agent.takeTurn(aTurn(files.dir, { sealed: "The tests." }), never);
  await agent.takeTurn(
    aTurn(files.dir, { sealed: "The tests.", role: "debugger", task: "Mend." }),
    never,
  );

  const shared = api.requests.map(({ messages }) => messages[0]?.content.slice(0, -1));
  expect(shared[0]).toEqual(shared[1]);
  expect(shared[0]?.map((block) => [block.text, block.cache_control !== undefined])).toEqual([
    ["The issue.", false],
    ["The tests.", true],
  ]);
});

function withoutMarks(request: SentRequest) {
  const blocks = request.messages.flatMap((message) =>
    message.content.map(({ cache_control: _mark, ...block }) =>
      JSON.stringify({ role: message.role, block }),
    ),
  );
  return { head: JSON.stringify([request.tools, request.system]), blocks };
}
