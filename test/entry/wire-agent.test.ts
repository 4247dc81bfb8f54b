import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Recording } from "../../src/adapters/agent/recording.ts";
import { createSandbox } from "../../src/adapters/sandbox/choose-sandbox.ts";
import { Config } from "../../src/domain/config.ts";
import { noSpend } from "../../src/domain/spend.ts";
import { wireAgent } from "../../src/entry/wire-agent.ts";
import { aTurn } from "../adapters/agent/work-dir.ts";

const places = { path: "", home: null, readable: [], hidden: [] };
const walls = { closed: [], sandbox: () => createSandbox("process", places) };
const turn = (summary: string) => ({
  ...{ role: "implementer", attempt: 1, edits: [], spend: noSpend },
  answer: { kind: "edit", edit: { summary, cannot: null } },
});

/** The second turn of a run, recorded in a file that holds these turns already. */
async function recordSecond(before: readonly object[]) {
  const dir = mkdtempSync(join(tmpdir(), "tdd-record-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const [replay, record] = [join(dir, "played.json"), join(dir, "recorded.json")];
  writeFileSync(replay, JSON.stringify({ version: 1, turns: [turn("first"), turn("second")] }));
  writeFileSync(record, JSON.stringify({ version: 1, turns: before }));
  const cast = await wireAgent({
    ...{ config: Config.parse({}), kind: "replay", command: null, replay, record, model: null },
    ...{ taken: 1, env: {}, cli: { env: {}, bases: [dir] } },
  });
  await cast(walls).takeTurn(aTurn(dir, { role: "implementer" }), new AbortController().signal);
  return Recording.parse(JSON.parse(readFileSync(record, "utf8"))).turns.map(({ answer }) =>
    answer?.kind === "edit" ? answer.edit.summary : null,
  );
}

test("a run that goes on adds to what it recorded before", async () => {
  expect(await recordSecond([turn("first")])).toEqual(["first", "second"]);
});

test("a turn that was recorded and then lost is not there twice", async () => {
  expect(await recordSecond([turn("first"), turn("lost")])).toEqual(["first", "second"]);
});
