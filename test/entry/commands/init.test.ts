import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Config, Role } from "../../../src/domain/config.ts";
import { runCommandLine } from "../../../src/entry/command-line.ts";
import { registerInit } from "../../../src/entry/commands/init.ts";
import { parseConfigText } from "../../../src/entry/config-text.ts";
import { exampleText } from "../../../src/entry/example-texts.ts";
import { recordingTerminal } from "../recording-terminal.ts";

let repo: string;
beforeEach(async () => {
  repo = await mkdtemp(join(tmpdir(), "tdd-loop-init-"));
  execFileSync("git", ["init", "-q", repo]);
});
afterEach(() => rm(repo, { recursive: true }));

async function init(...words: string[]) {
  const terminal = recordingTerminal({ cwd: repo, env: { PATH: process.env["PATH"] } });
  await runCommandLine(["init", ...words], terminal, (program) => registerInit(program, terminal));
  return terminal;
}

const read = (path: string) => readFile(join(repo, path), "utf8");

describe("tdd-loop init", () => {
  it("writes a configuration and a workflow", async () => {
    const terminal = await init();

    expect(terminal.err).toEqual([]);
    expect(await read(".github/tdd-loop.yml")).toBe(exampleText("tdd-loop.yml"));
    expect(await read(".github/workflows/tdd-loop.yml")).toBe(exampleText("with-app.yml"));
  });

  it("can do without the App", async () => {
    await init("--mode", "actions-only");

    expect(await read(".github/workflows/tdd-loop.yml")).toBe(exampleText("actions-only.yml"));
  });

  it("never overwrites", async () => {
    await init();
    await writeFile(join(repo, ".github/tdd-loop.yml"), "label: mine\n");

    const terminal = await init("--mode", "actions-only");

    expect(await read(".github/tdd-loop.yml")).toBe("label: mine\n");
    expect(await read(".github/workflows/tdd-loop.yml")).toBe(exampleText("with-app.yml"));
    expect(terminal.out).toContain("kept .github/tdd-loop.yml: it exists already");
  });

  it("writes to the top of the repository, wherever it is called in it", async () => {
    await mkdir(join(repo, "deep/er"), { recursive: true });
    await init("--repo", "deep/er");

    expect(await read(".github/tdd-loop.yml")).toBe(exampleText("tdd-loop.yml"));
  });

  it("writes nothing outside of a repository, and says what makes one", async () => {
    await rm(join(repo, ".git"), { recursive: true });
    const terminal = await init();

    expect(terminal.err.join("")).toMatch(/is not a git repository\..*`git init` makes one/);
    expect(terminal.exitCodes).toEqual([2]);
    expect(await readdir(repo)).toEqual([]);
  });

  it("makes no directory of a misspelt path", async () => {
    const terminal = await init("--repo", "elsewhere");

    expect(terminal.err.join("")).toContain("elsewhere is no directory");
    expect(terminal.exitCodes).toEqual([2]);
  });
});

describe("the starter configuration", () => {
  const text = exampleText("tdd-loop.yml");

  it("changes nothing as it stands", () => {
    expect(parseConfigText("starter", text)).toEqual(Config.parse({}));
  });

  it("shows every key there is, with its default or an example where there is none", () => {
    const uncommented = text.replaceAll(/^# (?=( {2})*[a-zA-Z]+:( [^ ]|$))/gm, "");
    const shown = parseConfigText("starter", uncommented);
    const { agent: _, ...defaults } = Config.parse({});

    expect(Object.keys(shown).sort()).toEqual(Object.keys(Config.shape).sort());
    expect(shown).toMatchObject({ ...defaults, agent: { kind: "claude" } });
  });

  it.each(Role.options)("names the role %s, and so does the README", (role) => {
    expect(text).toMatch(new RegExp(`\\b${role}\\b`));
    expect(readFileSync("README.md", "utf8")).toContain(`\`${role}\``);
  });
});
