import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "../../src/domain/config.ts";

function problemOf(data: unknown): string {
  try {
    readConfig(".github/tdd-loop.yml", data);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("the configuration", () => {
  it("is all defaults when the file is empty", () => {
    expect(readConfig("x", null)).toMatchObject({
      label: "tdd",
      profile: "strict",
      limits: { dollars: 5, minutes: 45 },
      network: "off",
    });
  });

  it.each([
    [{ testComand: "x" }, 'testComand: unknown key. Did you mean "testCommand"?'],
    [{ testCmd: "x" }, 'testCmd: unknown key. Did you mean "testCommand"?'],
    [{ lintCmd: "x" }, 'lintCmd: unknown key. Did you mean "lintCommand"?'],
    [{ limits: { dolars: 3 } }, 'limits.dolars: unknown key. Did you mean "dollars"?'],
    [
      { agents: { critic: { modle: "m" } } },
      'agents.critic.modle: unknown key. Did you mean "model"?',
    ],
    [{ rules: { maxFile: 3 } }, 'rules.maxFile: unknown key. Did you mean "maxFiles"?'],
    [{ profile: "strit" }, 'Did you mean "strict"?'],
    [{ agents: { wirter: {} } }, 'agents.wirter: unknown key. Did you mean "writer"?'],
    [{ limits: { minutes: 0 } }, "limits.minutes: must be above 0, not 0"],
    [{ limits: { minutes: 1e9 } }, "limits.minutes: must be at most 35000, not 1000000000"],
    [{ limits: { testSeconds: 1e9 } }, "limits.testSeconds: must be at most 2000000"],
    [{ agent: { minutes: 40_000 } }, "agent.minutes: must be at most 35000"],
    [{ allowedBots: [1.5] }, "allowedBots.0: must be a whole number, not 1.5"],
    [{ carry: "x" }, 'carry: must be a list, not "x"'],
    [{ label: "" }, "label: must not be empty"],
    [{ wholly: 1 }, "wholly: unknown key."],
    [{ limits: { dollars: "five" } }, "limits.dollars: "],
    [{ profile: "fast" }, '"fast" is not known; it must be one of strict, steps, slices, pair'],
    [
      { projects: { api: { comand: "x" } } },
      'projects.api.comand: unknown key. Did you mean "command"?',
    ],
    [{ projects: { "../api": {} } }, 'projects.../api: "../api" is not a plain path below'],
    [{ projects: { "/srv/api": {} } }, 'projects./srv/api: "/srv/api" is not relative'],
    [{ projects: { "packages/*": {} } }, "is a pattern"],
    [{ projects: { api: { cwd: "../web" } } }, 'projects.api.cwd: "../web" is not a plain path'],
    [{ projects: { api: {}, "./api/": {} } }, 'projects../api/: is the same place as "api"'],
    [{ projects: { api: { command: "" } } }, "projects.api.command: must not be empty"],
    [{ projects: ["api"] }, "projects: must be a group of keys, not a list"],
    [{ projects: { api: "npm test" } }, 'projects.api: must be a group of keys, not "npm test"'],
    ["label: tdd", 'must be a group of keys, not "label: tdd"'],
  ])("says what is wrong with %j and where", (data, words) => {
    const problem = problemOf(data);

    expect(problem).toContain(".github/tdd-loop.yml is not valid");
    expect(problem).toContain(words);
  });
});
