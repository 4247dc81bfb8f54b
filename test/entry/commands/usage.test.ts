import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/entry/command-line.ts";
import { registerCommands } from "../../../src/entry/commands/register-commands.ts";
import { recordingTerminal } from "../recording-terminal.ts";

const commands = [
  ...["run", "resume", "status", "report", "clean", "gate", "lock", "judge-red", "red"],
  ...["spec", "spec lint", "spec show", "spec new", "spec schema", "surface", "doctor"],
  ...["init", "app", "demo"],
];

let room: string;
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), "tdd-loop-usage-"));
  spawnSync("git", ["init", "-q", room]);
  writeFileSync(join(room, "empty"), "");
  writeFileSync(join(room, "bytes"), Buffer.from([0xff, 0xfe, 0x00, 0x62, 0xc3, 0x28]));
});
afterAll(() => rmSync(room, { recursive: true }));

async function tddLoop(words: readonly string[]) {
  const env = { PATH: process.env["PATH"], HOME: room };
  const terminal = recordingTerminal({ cwd: room, env });
  await runCommandLine(words, terminal, await registerCommands(words, terminal));
  return {
    out: terminal.out.join("\n"),
    err: terminal.err.join("\n"),
    ended: terminal.exitCodes.at(-1),
  };
}

describe("the help", () => {
  it.each(["", ...commands])(
    "of `tdd-loop %s` fits 80 columns, in whole paragraphs",
    async (line) => {
      const { out, ended } = await tddLoop([...line.split(" "), "--help"].filter(Boolean));
      const [usage = "", , first = ""] = out.split("\n");

      expect(ended).toBe(0);
      expect(usage).toContain(`Usage: tdd-loop ${line}`.trimEnd());
      expect(out.split("\n").filter((text) => [...text].length > 80)).toEqual([]);
      expect(first).not.toBe("");
    },
  );
});

describe("wrong use", () => {
  it.each<readonly [string, string, string]>([
    ["run", "missing required argument 'spec'", "See: tdd-loop run --help"],
    ["run a b", "too many arguments", "See: tdd-loop run --help"],
    ["spec lint", "missing required argument", "See: tdd-loop spec lint --help"],
    ["nothing-like-it", "unknown command", "See: tdd-loop --help"],
    ["red --seconds x", "a number of seconds above 0", "See: tdd-loop red --help"],
    ["app --port 99999", "a port: a whole number up to 65535", "See: tdd-loop app --help"],
    ["run spec.md --agent command", "needs --command", '--command "my-cli --print"'],
  ])("`tdd-loop %s` says what is wrong and where to look", async (line, what, next) => {
    const { err, ended } = await tddLoop(line.split(" "));

    expect(err).toContain(what);
    expect(err).toContain(next);
    expect(ended).toBe(2);
  });

  it.each<readonly [string, string, string]>([
    ["run nosuch.md", "nosuch.md is not there.", "Give the path of a Markdown file"],
    ["run .git", ".git is a directory, not a file.", "Give the path of a Markdown file"],
    ["run /dev/zero", "/dev/zero is no ordinary file.", "Give the path of a Markdown file"],
    ["spec lint /dev/zero", "/dev/zero is no ordinary file.", "Write the spec to a file"],
    ["run empty", "empty is empty.", "Write a heading, the acceptance criteria"],
    ["run bytes", "bytes is not text in UTF-8.", "Give a Markdown file"],
    ["red --baseline nosuch -- true", "nosuch is not there.", "`red --save` wrote"],
    ["red --baseline .git -- true", ".git is a directory", "`red --save` wrote"],
    ["red --baseline empty -- true", "empty is not JSON.", "`red --save` wrote"],
    ["red --baseline bytes -- true", "bytes is not text in UTF-8.", "`red --save` wrote"],
    ["red --framework nosuch -- true", '"nosuch" is not known', "must be one of ava, bats"],
    ["red --since nosuch -- true", 'no commit "nosuch"', "Name a branch, a tag or a commit"],
    ["status --state-dir empty", "empty is a file.", "Give --state-dir a directory"],
    ["init --repo /", "/ is not a git repository.", "`git init` makes one"],
  ])("`tdd-loop %s` is a sentence with a way out, and no stack", async (line, what, next) => {
    const words = line
      .split(" ")
      .map((word) => (word === ".git" || word === "nosuch.md" ? join(room, word) : word));
    const { err, ended } = await tddLoop(
      words.map((word) => (["empty", "bytes"].includes(word) ? join(room, word) : word)),
    );

    expect(err).toContain(what);
    expect(err).toContain(next);
    expect(err).not.toMatch(/\n +at |E[A-Z]{4,}:/);
    expect(ended).toBe(2);
  });
});
