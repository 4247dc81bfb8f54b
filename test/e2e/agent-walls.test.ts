import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { chooseSandbox } from "../../src/adapters/sandbox/choose-sandbox.ts";
import type { Sample } from "../support/sample-repository.ts";
import { git, journalLines, makeSample, runCli } from "../support/sample-repository.ts";

const samples: Sample[] = [];
afterEach(() => {
  for (const sample of samples.splice(0)) sample.remove();
});

function newSample(): Sample {
  const sample = makeSample();
  samples.push(sample);
  return sample;
}

const options = { path: process.env["PATH"] ?? "", home: null, readable: [], hidden: [] };
const strongest = await chooseSandbox("auto", options);
const walled = strongest.kind === "ready" && strongest.tier !== "process";

const secrets = {
  GITHUB_TOKEN: "ghs_planted0000000000000000000000000000",
  ACTIONS_RUNTIME_TOKEN: "runtime-planted",
  TDD_LOOP_LOCK_KEY: "lock-planted",
};

/** Looks for all that an agent should not find and asks it as its question; touches what it can. */
const PROBE = `
import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
for await (const _ of process.stdin);
const [repo, home] = process.argv.slice(2);
const attempt = (work) => { try { return work(); } catch (error) { return error.code; } };
const environs = readdirSync("/proc").filter((name) => /^\\\\d+$/.test(name))
  .map((pid) => String(attempt(() => readFileSync("/proc/" + pid + "/environ", "latin1"))));
const found = {
  script: realpathSync(process.argv[1]),
  cwd: process.cwd(),
  variables: Object.keys(process.env).sort(),
  tokens: environs.filter((text) => text.includes("planted")).length,
  key: process.env.OPENAI_API_KEY,
  beside: attempt(() => readdirSync("..")),
  runs: attempt(() => readdirSync(repo + "/.tdd-loop/runs")),
  config: attempt(() => readFileSync(repo + "/.git/config", "utf8").length),
  login: attempt(() => readFileSync(process.env.HOME + "/.agent/login", "utf8")),
  other: attempt(() => readFileSync(home + "/private", "utf8")),
  wrote: [repo + "/planted", "../planted", home + "/.agent/login", "/planted"].map((path) => attempt(() => writeFileSync(path, "x"))),
};
console.log(JSON.stringify({ cannot: { kind: "unclear", question: JSON.stringify(found) } }));
`;

const Blocked = z.object({ conclusion: z.object({ decision: z.string(), failed: z.string() }) });

function decisionOf(stdout: string): string {
  return Blocked.parse(JSON.parse(stdout)).conclusion.decision;
}

describe.runIf(walled)("a coding CLI as the agent", () => {
  it("finds neither lock, journal, tokens nor the person's files, and writes nowhere else", async () => {
    const sample = newSample();
    const home = join(sample.dir, "home");
    mkdirSync(join(home, ".agent"), { recursive: true });
    writeFileSync(join(home, ".agent", "login"), "logged in");
    writeFileSync(join(home, "private"), "mine");
    mkdirSync(join(sample.repo, ".github"), { recursive: true });
    const agent = { kind: "command", command: ["node", "tools/probe.mjs", sample.repo, home] };
    const config = JSON.stringify({ agent: { ...agent, home: [".agent"], env: ["CHOSEN"] } });
    writeFileSync(join(sample.repo, ".github/tdd-loop.yml"), config);
    mkdirSync(join(sample.repo, "tools"));
    writeFileSync(join(sample.repo, "tools/probe.mjs"), PROBE);

    const { stdout } = await runCli(["run", sample.spec, "--json"], sample.repo, undefined, {
      ...secrets,
      HOME: home,
      OPENAI_API_KEY: "a-key-of-its-own",
      CHOSEN: "yes",
      UNCHOSEN: "no",
    });

    const found = JSON.parse(decisionOf(stdout));
    expect(found).toMatchObject({
      script: join(sample.repo, "tools/probe.mjs"),
      cwd: expect.stringContaining(join(sample.dir, "state")) as string,
      tokens: 0,
      beside: ["agent"],
      config: "ENOENT",
      login: "logged in",
      other: "ENOENT",
    });
    expect(found.variables).toEqual(expect.arrayContaining(["CHOSEN", "OPENAI_API_KEY", "HOME"]));
    for (const name of [...Object.keys(secrets), "UNCHOSEN"]) {
      expect(found.variables).not.toContain(name);
    }
    expect(found.runs).toBe("ENOENT");
    expect(existsSync(join(sample.repo, "planted"))).toBe(false);
    expect(readFileSync(join(home, ".agent", "login"), "utf8")).toBe("logged in");
    expect(existsSync("/planted")).toBe(false);
    expect(git(sample.repo, "branch", "--list", "tdd/*")).toBe("");
    // What the CLI was given is taken out of all that is kept of its words.
    expect(stdout).not.toContain("a-key-of-its-own");
  });
});

describe("the model's tool loop", () => {
  it("runs in a process that has neither the token nor, in its environment, the key", async () => {
    const sample = newSample();
    const seen: string[] = [];
    const server = createServer((incoming, outgoing) => {
      incoming.resume();
      seen.push(...environmentsOf("reader.js"));
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(JSON.stringify(givesUp));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;

    const { stdout, stderr } = await runCli(
      ["run", sample.spec, "--json", "--agent", "claude"],
      sample.repo,
      undefined,
      {
        ...secrets,
        ANTHROPIC_API_KEY: "sk-ant-planted",
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      },
    );

    expect(stderr).toBe("");
    expect(decisionOf(stdout)).toBe("Which one?");
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((environment) => environment.includes("planted"))).toEqual([]);
    const [run = ""] = readdirSync(join(sample.repo, ".tdd-loop/runs"));
    const journal = journalLines(join(sample.repo, ".tdd-loop/runs", run, "journal.ndjson"));
    expect(journal.join("\n")).toContain(
      `"sandbox":"${strongest.kind === "ready" ? strongest.sandbox.name : ""}"`,
    );
  });
});

const givesUp = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "played" },
  content: [
    {
      type: "tool_use",
      id: "toolu_1",
      name: "give_up",
      input: { kind: "unclear", question: "Which one?" },
    },
  ],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

/** Of every process that was started with `word`, as the whole machine sees them. */
function environmentsOf(word: string): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
      const isNode = words[0]?.endsWith("node") === true && words[1]?.endsWith(word) === true;
      return isNode ? [readFileSync(`/proc/${pid}/environ`, "latin1")] : [];
    } catch {
      return [];
    }
  });
}
