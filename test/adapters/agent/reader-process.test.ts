import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ReaderAgentOptions } from "../../../src/adapters/agent/reader-agent.ts";
import { createReaderAgent } from "../../../src/adapters/agent/reader-agent.ts";
import { chooseSandbox } from "../../../src/adapters/sandbox/choose-sandbox.ts";
import type { Sandbox, SandboxedProcess } from "../../../src/ports.ts";
import { call, playMessagesApi } from "./messages-api.ts";
import { aTurn, workDir } from "./work-dir.ts";

const never = new AbortController().signal;
const bundle = resolve("dist/reader.js");

/** The strongest walls of this machine, and what was asked of them. */
async function walls(): Promise<{ sandbox: Sandbox; asked: SandboxedProcess[] }> {
  const chosen = await chooseSandbox("auto", {
    path: process.env["PATH"] ?? "/usr/bin:/bin",
    home: process.env["HOME"] ?? null,
    readable: [resolve("dist")],
    hidden: [],
  });
  if (chosen.kind === "unavailable") throw new Error(chosen.why);
  const asked: SandboxedProcess[] = [];
  const { name } = chosen.sandbox;
  const run: Sandbox["run"] = (process, signal) => {
    asked.push(process);
    return chosen.sandbox.run(process, signal);
  };
  return { sandbox: { name, run }, asked };
}

function agentWith(sandbox: Sandbox, some: Partial<ReaderAgentOptions> = {}) {
  return createReaderAgent({
    argv: [process.execPath, bundle],
    env: {},
    sandbox,
    apiKey: "sk-ant-planted",
    baseUrl: null,
    maxRetries: 0,
    modelFor: () => "claude-sonnet-5-5",
    limitsFor: () => ({ maxTurns: 10, dollars: 1, minutes: 1 }),
    ...some,
  });
}

describe.runIf(existsSync(bundle))("a turn in a process of its own", () => {
  it("asks the model, edits its copy, has the loop run the tests, and hands in its answer", async () => {
    process.env["GITHUB_TOKEN"] = "ghs_planted";
    onTestFinished(() => void delete process.env["GITHUB_TOKEN"]);
    await using files = await workDir({ "src/sum.js": "export const sum = () => 0;\n" });
    await using api = await playMessagesApi([
      {
        content: [
          call("edit", { path: "src/sum.js", old: "() => 0", new: "(a, b) => a + b" }),
          call("run_tests"),
        ],
      },
      { content: [call("finish_edit", { summary: "It adds." })] },
    ]);
    const { sandbox, asked } = await walls();
    const runs: string[] = [];
    const runTests = async () => {
      runs.push(await files.text("src/sum.js"));
      return { digest: "0 failed,\u2028 3 passed", isAsWanted: true };
    };

    const reply = await agentWith(sandbox, { baseUrl: api.url }).takeTurn(
      aTurn(files.dir, { runTests }),
      never,
    );

    expect(reply).toMatchObject({
      kind: "finished",
      answer: { kind: "edit", edit: { summary: "It adds.", cannot: null } },
      spend: { requests: 2, inputTokens: 200 },
      sandbox: sandbox.name,
    });
    expect(runs).toEqual(["export const sum = (a, b) => a + b;\n"]);
    expect(JSON.stringify(api.requests[1])).toContain("0 failed,\u2028 3 passed");
    expect(asked[0]?.env).toEqual({});
    expect(asked[0]?.command).not.toContain("planted");
  });
});
