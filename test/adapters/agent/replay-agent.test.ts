import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Recording } from "../../../src/adapters/agent/recording.ts";
import { readRecording } from "../../../src/adapters/agent/recording.ts";
import { createRecordingAgent } from "../../../src/adapters/agent/recording-agent.ts";
import { createReplayAgent } from "../../../src/adapters/agent/replay-agent.ts";
import { ConfigError } from "../../../src/domain/config.ts";
import { noSpend } from "../../../src/domain/spend.ts";
import type { Agent, TurnReply } from "../../../src/ports.ts";
import { aTurn, workDir } from "./work-dir.ts";

const signal = new AbortController().signal;
const spend = { ...noSpend, requests: 2, dollars: 0.5 };

function done(summary: string): TurnReply {
  return { kind: "finished", answer: { kind: "edit", edit: { summary, cannot: null } }, spend };
}

function agentThat(work: (dir: string) => Promise<void>, reply: TurnReply): Agent {
  return {
    takeTurn: async (turn) => {
      await work(turn.dir);
      return reply;
    },
  };
}

async function record(files: Record<string, string>, agent: Agent, secrets: string[] = []) {
  await using work = await workDir(files);
  const saved: Recording[] = [];
  const recording = createRecordingAgent(agent, {
    save: async (sofar) => {
      saved.push(sofar);
    },
    secrets,
  });
  const reply = await recording.takeTurn(aTurn(work.dir), signal);
  return { reply, saved, json: JSON.stringify(saved.at(-1)) };
}

test("plays what was recorded: new, changed and removed files, answer and spend", async () => {
  const before = { "src/a.js": "a\n", "src/gone.js": "g\n", "src/same.js": "s\n" };
  const agent = agentThat(async (dir) => {
    await writeFile(join(dir, "src/a.js"), "b\n");
    await writeFile(join(dir, "src/new.js"), "n\n");
    await writeFile(join(dir, "picture.png"), Buffer.from([0, 1]));
    await rm(join(dir, "src/gone.js"));
  }, done("Changed."));
  const { reply, json } = await record(before, agent);

  await using again = await workDir(before);
  const replayed = await createReplayAgent(readRecording("r.json", json)).takeTurn(
    aTurn(again.dir),
    signal,
  );

  expect(replayed).toEqual(reply);
  expect(await again.text("src/a.js")).toBe("b\n");
  expect(await again.text("src/new.js")).toBe("n\n");
  expect(await again.text("src/same.js")).toBe("s\n");
  await expect(again.text("src/gone.js")).rejects.toThrow();
  expect(json).not.toContain("same.js");
  expect(json).not.toContain("picture.png");
});

test("plays a turn that failed as a turn that fails", async () => {
  const reply: TurnReply = { kind: "failed", why: "refused", detail: "No.", spend };
  const { json } = await record(
    {},
    agentThat(async () => undefined, reply),
  );
  await using work = await workDir({});

  const agent = createReplayAgent(readRecording("r.json", json));

  expect(await agent.takeTurn(aTurn(work.dir), signal)).toEqual(reply);
});

test("keeps credentials out of a recording, known and by their shape", async () => {
  const token = `ghp_${"a1".repeat(18)}`;
  const agent = agentThat(
    (dir) => writeFile(join(dir, "src/a.js"), `const t = "${token}"; // hunter2hunter2`),
    done(`used ${token}`),
  );

  const { json } = await record({ "src/a.js": "" }, agent, ["hunter2hunter2"]);

  expect(json).not.toContain(token);
  expect(json).not.toContain("hunter2hunter2");
  expect(readRecording("r.json", json).turns[0]?.edits[0]?.text).toBe('const t = "***"; // ***');
});

const three: Recording = {
  version: 1,
  turns: [
    { ...turnOf("implementer", 1, "first"), edits: [{ path: "src/a.js", text: "1" }] },
    turnOf("refactorer", 1, "second"),
    turnOf("refactorer", 1, "third"),
  ],
};

function turnOf(role: "implementer" | "refactorer", attempt: number, summary: string) {
  const answer = { kind: "edit" as const, edit: { summary, cannot: null } };
  return { role, attempt, edits: [], answer, failed: null, spend };
}

test("plays turns of the same role and attempt one after the other, then says that it is empty", async () => {
  await using work = await workDir({});
  const agent = createReplayAgent(three);
  const turn = aTurn(work.dir, { role: "refactorer" });

  expect(await agent.takeTurn(turn, signal)).toEqual(done("second"));
  expect(await agent.takeTurn(turn, signal)).toEqual(done("third"));
  expect(await agent.takeTurn(turn, signal)).toMatchObject({
    kind: "failed",
    why: "gave_up",
    detail: expect.stringMatching(/no turn for refactorer, attempt 1.*next turn is implementer/),
  });
});

test("goes on behind the turns that an interrupted run has taken", async () => {
  await using work = await workDir({});
  const agent = createReplayAgent(three, { taken: 2 });
  const turn = aTurn(work.dir, { role: "refactorer" });

  expect(await agent.takeTurn(turn, signal)).toEqual(done("third"));
});

test("plays an edit outside the list for the gates to judge, but none outside the directory", async () => {
  await using work = await workDir({});
  const agent = createReplayAgent({
    version: 1,
    turns: [
      { ...turnOf("implementer", 1, "wide"), edits: [{ path: "package.json", text: "{}" }] },
      { ...turnOf("implementer", 1, "out"), edits: [{ path: "../out.txt", text: "x" }] },
    ],
  });

  expect(await agent.takeTurn(aTurn(work.dir), signal)).toEqual(done("wide"));
  expect(await work.text("package.json")).toBe("{}");
  expect(await agent.takeTurn(aTurn(work.dir), signal)).toMatchObject({
    kind: "failed",
    detail: expect.stringContaining('".."'),
  });
});

test.each([
  ["{", /not JSON/],
  ['{"version":2,"turns":[]}', /version 1/],
  ['{"version":1,"turns":[{"role":"boss","attempt":1,"answer":null}]}', /role/],
])("refuses a file that is no recording: %s", (json, words) => {
  expect(() => readRecording("demo.json", json)).toThrow(ConfigError);
  expect(() => readRecording("demo.json", json)).toThrow(words);
  expect(() => readRecording("demo.json", json)).toThrow(/demo\.json/);
});
