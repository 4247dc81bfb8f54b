import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../../../src/domain/config.ts";
import { runCommandLine } from "../../../src/entry/command-line.ts";
import { registerDoctor } from "../../../src/entry/commands/doctor.ts";
import type { Machine } from "../../../src/entry/doctor/machine.ts";
import { recordingTerminal } from "../recording-terminal.ts";

interface Asked extends Partial<Machine> {
  readonly files?: Readonly<Record<string, string>>;
  readonly answers?: Readonly<Record<string, { exitCode: number | null; stdout: string }>>;
}

const yes = (stdout = "") => ({ exitCode: 0, stdout });
const no = { exitCode: 1, stdout: "" };
const healthyGit = {
  "--version": yes("git version 2.39.5"),
  "rev-parse --show-toplevel": yes("/repo\n"),
  "rev-parse --verify --quiet HEAD": yes("abc\n"),
  "symbolic-ref --quiet --short HEAD": yes("main\n"),
  "rev-parse --is-shallow-repository": yes("false\n"),
  "status --porcelain -z": yes(),
  "ls-files -z": yes("package.json\0"),
};

function machine(asked: Asked): Machine {
  const answers: Asked["answers"] = { ...healthyGit, ...asked.answers };
  return {
    repo: "/repo",
    nodeVersion: "24.1.0",
    env: { ANTHROPIC_API_KEY: "sk-ant-a-secret" },
    git: async (args) => answers[args.join(" ")] ?? no,
    readText: async (path) => asked.files?.[path] ?? null,
    detectTests: async () => ({
      testCommand: "npm test",
      framework: "vitest",
      why: "script of package.json",
      lookedAt: ["package.json"],
    }),
    findProjects: async () => [],
    access: async () => ({ isWritable: true, isTrusted: true }),
    requiredChecks: async () => ({ kind: "not_asked" }),
    isolation: async () => ({ kind: "ready", name: "bubblewrap", strong: true }),
    ...asked,
  };
}

async function doctor(asked: Asked = {}, ...words: string[]) {
  const terminal = recordingTerminal();
  await runCommandLine(["doctor", ...words], terminal, (program) =>
    registerDoctor(program, terminal, async () => machine(asked)),
  );
  return { text: terminal.out.join("\n"), ended: terminal.exitCodes, err: terminal.err };
}

describe("tdd-loop doctor", () => {
  it.each([
    ["from our App", { context: "file-gate", appId: 7 }, /ok {4}file-gate .* from App 7 alone/],
    ["from anybody", { context: "file-gate", appId: null }, /warn {2}file-gate .* from anybody/],
    ["from any job", { context: "file-gate", appId: 15368 }, /warn {2}file-gate .* from anybody/],
    ["not at all", { context: "ci", appId: 7 }, /warn {2}file-gate .* not required/],
  ])("W30: tells when file-gate is required %s", async (_name, check, said) => {
    const requiredChecks = async () => ({ kind: "known" as const, checks: [check] });

    expect((await doctor({ requiredChecks })).text).toMatch(said);
  });

  it("is content with a machine that has everything, and never prints the key", async () => {
    const { text, ended, err } = await doctor({ files: { ".github/workflows/tdd-loop.yml": "" } });

    expect(err).toEqual([]);
    expect(text).not.toMatch(/warn|FAIL|sk-ant/);
    expect(text).toContain("found: npm test, read as vitest (script of package.json)");
    expect(ended).toEqual([0]);
  });

  it.each<[string, Asked, string, string]>([
    ["an old Node", { nodeVersion: "18.20.0" }, "18.20.0", "Install Node 20.19"],
    ["no git", { answers: { "--version": { exitCode: null, stdout: "" } } }, "not found", "git"],
    ["an old git", { answers: { "--version": yes("git version 2.25.1") } }, "2.25.1", "git 2.31"],
    ["no repository", { answers: { "rev-parse --show-toplevel": no } }, "no git work", "git init"],
    ["no commit", { answers: { "rev-parse --verify --quiet HEAD": no } }, "no commit", "Commit"],
    [
      "an unknown key",
      { files: { ".github/tdd-loop.yml": "lable: tdd" } },
      "lable: unknown key",
      'Did you mean "label"',
    ],
    [
      "a workflow that cannot start jobs for tasks",
      {
        files: {
          ".github/tdd-loop.yml": "rules: { fanout: jobs }",
          ".github/workflows/tdd-loop.yml": "on: push\njobs: {}",
        },
      },
      "no job `settle`",
      "init --mode app",
    ],
    ["broken YAML", { files: { ".github/tdd-loop.yml": "a: [" } }, "is not YAML", "Fix"],
    ["half an App", { env: { APP_ID: "12" } }, "app key", "PRIVATE_KEY_PATH"],
    [
      "a profile that is refused",
      { files: { ".github/tdd-loop.yml": "rules: { approvals: [disputes] }" } },
      'names "disputes"',
      "profile: strict",
    ],
    [
      "a command agent without a command",
      { files: { ".github/tdd-loop.yml": "agents: { critic: { kind: command } }" } },
      "agents.critic is of kind command, and no command is set",
      "Set agents.critic.command",
    ],
    [
      "a framework that nobody reads",
      { files: { ".github/tdd-loop.yml": "framework: vitset" } },
      '"vitset" is not known',
      'Did you mean "vitest"',
    ],
    [
      "a base that is not there",
      {
        files: { ".github/tdd-loop.yml": "base: mian" },
        answers: {
          "for-each-ref --format=%(refname:short) refs/heads refs/remotes/origin":
            yes("main\norigin/main\n"),
        },
      },
      'there is no branch "mian". Did you mean "main"? There are: main, origin/main',
      "Correct base",
    ],
    [
      "a repository of somebody else",
      { access: async () => ({ isWritable: true, isTrusted: false }) },
      "/repo belongs to somebody else",
      "git config --global --add safe.directory /repo",
    ],
    [
      "a repository that cannot be written",
      { access: async () => ({ isWritable: false, isTrusted: true }) },
      "/repo or its git directory cannot be written",
      "clone",
    ],
    [
      "a detached HEAD and no base",
      { answers: { "symbolic-ref --quiet --short HEAD": no } },
      "detached HEAD",
      "--base",
    ],
    [
      "a configuration that cannot be read",
      {
        readText: async (path) => {
          if (path.endsWith("tdd-loop.yml")) throw new ConfigError("It is no ordinary file.");
          return null;
        },
      },
      "It is no ordinary file.",
      "Fix the file",
    ],
    [
      "no isolation",
      { isolation: async () => ({ kind: "unavailable", why: "bwrap is absent", fix: "apt" }) },
      "bwrap is absent",
      "apt",
    ],
  ])("fails for %s and says what to do", async (_, asked, found, fix) => {
    const { text, ended } = await doctor(asked);

    expect(text).toMatch(/^FAIL/m);
    expect(text).toContain(found);
    expect(text).toContain(fix);
    expect(ended).toEqual([1]);
  });

  it.each<[string, Asked, string]>([
    [
      "a shallow clone",
      { answers: { "rev-parse --is-shallow-repository": yes("true\n") } },
      "unshallow",
    ],
    ["uncommitted work", { answers: { "status --porcelain -z": yes(" M a\0?? b\0") } }, "2 uncom"],
    ["no key", { env: {} }, "ANTHROPIC_API_KEY is not set"],
    [
      "no test command",
      {
        detectTests: async () => ({
          testCommand: null,
          framework: null,
          why: "",
          lookedAt: ["Makefile"],
        }),
      },
      "looked at Makefile",
    ],
    [
      "a weak sandbox",
      { isolation: async () => ({ kind: "ready", name: "process", strong: false }) },
      "bubblewrap",
    ],
  ])("warns of %s and still exits 0", async (_, asked, says) => {
    const { text, ended } = await doctor(asked);

    expect(text).toMatch(/^warn/m);
    expect(text).toContain(says);
    expect(ended).toEqual([0]);
  });

  it("accepts a complete App and shows none of its secrets", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const PRIVATE_KEY = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const env = { APP_ID: "12", PRIVATE_KEY, WEBHOOK_SECRET: "a-secret-of-some-length" };

    const { text, ended } = await doctor({ env });

    expect(ended).toEqual([0]);
    expect(text).toMatch(/ok {4}app key/);
    expect(text).not.toContain("a-secret-of");
    expect(text).not.toContain("BEGIN");
  });

  it.each([
    ["APP_ID", "twelve"],
    ["PRIVATE_KEY", "not a key"],
    ["PRIVATE_KEY_PATH", "/absent.pem"],
    ["WEBHOOK_SECRET", "development"],
  ])("refuses %s=%s", async (name, value) => {
    expect((await doctor({ env: { [name]: value } })).ended).toEqual([1]);
  });

  it("answers machines with one JSON object", async () => {
    const { text } = await doctor({}, "--json");

    expect(JSON.parse(text)).toMatchObject({
      healthy: true,
      findings: expect.arrayContaining([{ name: "node", state: "ok", found: "24.1.0", fix: null }]),
    });
  });
});
