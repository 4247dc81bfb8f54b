import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/entry/command-line.ts";
import { registerAnswer } from "../../../src/entry/commands/answer.ts";
import { registerClean } from "../../../src/entry/commands/clean.ts";
import { registerDemo } from "../../../src/entry/commands/demo.ts";
import { registerReport } from "../../../src/entry/commands/report.ts";
import { registerResume } from "../../../src/entry/commands/resume.ts";
import { registerRun } from "../../../src/entry/commands/run.ts";
import { registerStatus } from "../../../src/entry/commands/status.ts";
import type { Services } from "../../../src/entry/services.ts";
import { recordingTerminal } from "../recording-terminal.ts";

async function call(line: string, exitCode = 0) {
  const calls: { service: string; options: object }[] = [];
  const service = (name: string) => async (options: object) => {
    calls.push({ service: name, options });
    return { exitCode };
  };
  const services: Services = {
    run: service("run"),
    dryRun: service("dryRun"),
    resume: service("resume"),
    answer: service("answer"),
    status: service("status"),
    stop: service("stop"),
    report: service("report"),
    clean: service("clean"),
    demo: service("demo"),
  };
  const terminal = recordingTerminal();
  await runCommandLine(line.split(" "), terminal, (program) => {
    registerRun(program, terminal, services);
    registerResume(program, terminal, services);
    registerAnswer(program, terminal, services);
    registerStatus(program, terminal, services);
    registerReport(program, terminal, services);
    registerClean(program, terminal, services);
    registerDemo(program, terminal, services);
  });
  return { calls, ended: terminal.exitCodes, err: terminal.err.join("\n") };
}

const nothingSaid = {
  repo: ".",
  stateDir: null,
  json: false,
  agent: null,
  command: null,
  replay: null,
  record: null,
  model: null,
  yes: false,
};

describe("tdd-loop run", () => {
  it("leaves to the configuration what the line does not say", async () => {
    const { calls, ended } = await call("run spec.md");

    expect(calls).toEqual([
      {
        service: "run",
        options: {
          ...nothingSaid,
          spec: "spec.md",
          base: null,
          profile: null,
          testCommand: null,
          maxDollars: null,
          dryRun: false,
          fresh: false,
          interactive: false,
        },
      },
    ]);
    expect(ended).toEqual([0]);
  });

  it("passes on every option", async () => {
    const { calls } = await call(
      "run s.md --repo r --base b --profile strict --model m --test-command t --record f " +
        "--state-dir d --json --yes --max-dollars 2.50 --command claude",
    );

    expect(calls[0]?.options).toEqual({
      spec: "s.md",
      repo: "r",
      base: "b",
      profile: "strict",
      agent: "command",
      command: ["claude"],
      replay: null,
      record: "f",
      model: "m",
      testCommand: "t",
      stateDir: "d",
      json: true,
      yes: true,
      maxDollars: 2.5,
      fresh: false,
      dryRun: false,
      interactive: false,
    });
  });

  it("takes a recording as the wish to play it", async () => {
    const { calls } = await call("run s.md --replay turns.json");

    expect(calls[0]?.options).toMatchObject({ agent: "replay", replay: "turns.json" });
  });

  it("only looks when it is a dry run", async () => {
    const { calls } = await call("run s.md --dry-run");

    expect(calls.map(({ service }) => service)).toEqual(["dryRun"]);
  });

  it.each([1, 3, 4, 130])("ends with the exit code %i of the run", async (exitCode) => {
    expect((await call("run s.md", exitCode)).ended).toEqual([exitCode]);
  });

  it.each([
    ["run", "missing required argument 'spec'"],
    ["run s.md --agent replay", "--agent replay needs --replay"],
    ["run s.md --agent command", "--agent command needs --command"],
    ["run s.md --agent claude --replay f", "the options name claude and replay"],
    [
      "run s.md --profile strcit",
      '--profile: "strcit" is not known; it must be one of strict, steps, slices, pair. Did you mean "strict"?',
    ],
    ["run s.md --max-dollars -1", "a number of dollars above 0"],
    ["run s.md --max-dollars many", "a number of dollars above 0"],
    ["run a.md b.md", "too many arguments"],
  ])("refuses `%s`", async (line, says) => {
    const { calls, ended, err } = await call(line);

    expect(err).toContain(says);
    expect(err).toMatch(/^tdd-loop: /);
    expect(ended).toEqual([2]);
    expect(calls).toEqual([]);
  });
});

describe("the commands on runs", () => {
  it.each([
    ["resume", "resume", { ...nothingSaid, runId: null }],
    ["resume r-1 --yes", "resume", { ...nothingSaid, runId: "r-1", yes: true }],
    ["status", "status", { repo: ".", stateDir: null, json: false, runId: null }],
    ["status r-1 --json", "status", { repo: ".", stateDir: null, json: true, runId: "r-1" }],
    [
      "report r-1 --open-path",
      "report",
      { repo: ".", stateDir: null, json: false, runId: "r-1", openPath: true },
    ],
    ["demo", "demo", { once: false, keep: false, port: 0 }],
    ["demo --once --port 8080", "demo", { once: true, keep: false, port: 8080 }],
  ])("`%s` asks for exactly that", async (line, service, options) => {
    expect((await call(line)).calls).toEqual([{ service, options }]);
  });

  it.each(["demo --port x", "demo --port 99999"])("refuses `%s`", async (line) => {
    const { ended, err } = await call(line);

    expect(err).toContain("--port");
    expect(ended).toEqual([2]);
  });
});
