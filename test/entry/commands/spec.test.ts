import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/entry/command-line.ts";
import { registerSpec } from "../../../src/entry/commands/spec.ts";
import type { Ask } from "../../../src/entry/spec/ask-spec.ts";
import type { OpenEditor } from "../../../src/entry/spec/edit-spec.ts";
import { editSpec } from "../../../src/entry/spec/edit-spec.ts";
import { recordingTerminal } from "../recording-terminal.ts";

let cwd = "";
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "spec-"));
  mkdirSync(join(cwd, ".git"));
  mkdirSync(join(cwd, ".pi/loops/specs"), { recursive: true });
  mkdirSync(join(cwd, "sub"));
  const dag =
    "name: x\nprompt: p\nsteps:\n  - id: b\n    dependsOn: [a]\n  - id: a\n    files: [src/a.ts]\n";
  const files = {
    "good.yml": dag,
    "typo.json": '{"name":"x","prompt":"p","chek":"make"}',
    "bad.yml": "name: x\nprompt: p\ncheck: sudo make\nsteps:\n  - id: a\n    dependsOn: [a]\n",
    "issue.md": "Please\n\n```tdd\nname: x\nprompt: p\ncheck: make other\n```\n",
    ".pi/loops/specs/old.json": '{"name":"old","taskPrompt":"p"}',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text);
});
afterAll(() => rmSync(cwd, { recursive: true }));

async function call(words: string[], ask: Ask | null = null, dir = cwd) {
  const terminal = recordingTerminal({ cwd: dir, env: { HOME: join(cwd, "home"), PATH: "" } });
  await runCommandLine(words, terminal, (program) =>
    registerSpec(program, terminal, ask === null ? null : () => ({ ask, end: () => undefined })),
  );
  return {
    out: terminal.out.join("\n"),
    err: terminal.err.join("\n"),
    code: terminal.exitCodes.at(-1),
  };
}

describe("tdd-loop spec lint", () => {
  it("ends with 0 for what can start, and names what is misspelt", async () => {
    const { out, code } = await call(["spec", "lint", "good.yml", "typo.json"]);
    expect(out).toContain("good.yml: ok: dag, 2 steps, 6 iterations at most");
    expect(out).toContain('note: chek: is not a field and is ignored. Did you mean "check"?');
    expect(code).toBe(0);
    expect((await call(["spec", "lint", "--strict", "typo.json"])).code).toBe(1);
  });

  it("ends with 1 and tells every problem", async () => {
    const { out, code } = await call(["spec", "lint", "bad.yml"]);
    expect(out).toContain("bad.yml: 2 problems");
    expect(out).toContain('problem: steps: "a" depends on itself: a -> a');
    expect(out).toContain(
      "problem: steps[0].check: The command is refused: `sudo make` asks for more rights",
    );
    expect(code).toBe(1);
  });

  it("ends with 2 and tells where it looked when there is no such spec", async () => {
    const { err, code } = await call(["spec", "lint", "none"]);
    expect(err).toContain('There is no spec "none"');
    for (const place of [
      ".github/tdd-loop/none.yml",
      ".pi/loops/specs/none.json",
      ".pi/loops/none.json",
    ])
      expect(err).toContain(`- ${join(cwd, place)}`);
    expect(code).toBe(2);
  });

  it("asks whether a name that is near was meant", async () => {
    expect((await call(["spec", "lint", "oldd"])).err).toContain('Did you mean "old"?');
    expect((await call(["spec", "lint", "onboarding"])).err).not.toContain("Did you mean");
  });

  it("finds a spec by name in the old places, from a subdirectory too (S1-24)", async () => {
    const { out, code } = await call(["spec", "lint", "old"], null, join(cwd, "sub"));
    expect(out).toContain("old: ok: suite");
    expect(code).toBe(0);
    expect((await call(["spec", "lint", "good"])).code).toBe(2);
    expect((await call(["spec", "lint", "./good"])).code).toBe(0);
  });

  it("reads a fenced block of Markdown, and judges it as an issue's when asked to", async () => {
    expect((await call(["spec", "lint", "issue.md"])).code).toBe(0);
    const { out, code } = await call(["spec", "lint", "--issue", "issue.md"]);
    expect(out).toContain("An issue's text chooses no command");
    expect(code).toBe(1);
    const { out: json } = await call(["spec", "lint", "--json", "issue.md"]);
    expect(JSON.parse(json)).toEqual([
      { file: "issue.md", shape: "suite", problems: [], notes: [] },
    ]);
  });
});

describe("tdd-loop spec show", () => {
  it("shows the values that count and the order of work", async () => {
    const { out, code } = await call(["spec", "show", "good.yml"]);
    expect(out).toContain("shape                  dag, steps by their dependencies");
    expect(out).toContain("timeoutMs              120000");
    expect(out).toMatch(
      /validationCommand +fallow audit .*\(default; skipped, because it is not installed here\)/,
    );
    expect(out).toMatch(/1\. a\n +owns src\/a\.ts\n +check: npm test\n +2\. b\n +after a\n/);
    expect(code).toBe(0);
    expect(JSON.parse((await call(["spec", "show", "--json", "good.yml"])).out)).toMatchObject({
      order: "dag",
    });
  });
});

describe("tdd-loop spec schema", () => {
  it("prints JSON schema", async () => {
    expect(JSON.parse((await call(["spec", "schema"])).out)).toMatchObject({
      title: "A tdd-loop spec",
      required: ["name"],
      additionalProperties: false,
    });
  });
});

describe("tdd-loop spec new", () => {
  it("writes what the options say, where a name finds it, and never over a file", async () => {
    const words = [
      ...["spec", "new", "--name", "On boarding", "--goal", "Board", "--check", "npm test"],
      ...[
        "--step",
        "draft: Creates a draft",
        "kyc",
        "--after",
        "kyc: draft",
        "--step-check",
        "kyc: npm test -- kyc",
      ],
      ...["--final-check", "npm test -- all", "--attempts", "2"],
    ];
    const { out, code } = await call(words);
    expect([out.split("\n")[0], code]).toEqual(["wrote .github/tdd-loop/on-boarding.yml", 0]);
    const shown = await call(["spec", "show", "--json", "on-boarding"]);
    expect(JSON.parse(shown.out)).toMatchObject({
      name: "on-boarding",
      shape: "dag",
      attemptsPerTask: 2,
      tasks: [
        { id: "draft", name: "Creates a draft" },
        { id: "kyc", check: "npm test -- kyc", dependsOn: ["draft"] },
      ],
      finalCheck: "npm test -- all",
    });
    const again = await call(words);
    expect(again.err).toContain("exists already");
    expect(again.code).toBe(2);
  });

  it("asks in a terminal for what is not given", async () => {
    const answers = [
      "asked",
      "All is well",
      "make test",
      "first",
      "Does it",
      "",
      "second",
      "",
      "first",
      "make two",
      "",
      "make all",
    ];
    const ask: Ask = async (_question, usual) => answers.shift() || usual;
    expect((await call(["spec", "new", "--out", "asked.json"], ask)).code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "asked.json"), "utf8"))).toMatchObject({
      name: "asked",
      goal: "All is well",
      check: "make test",
      steps: [
        { id: "first", name: "Does it", dependsOn: [] },
        { id: "second", dependsOn: ["first"], check: "make two" },
      ],
      finalCheck: "make all",
    });
  });

  it("says what is missing without a terminal, and writes nothing that cannot start", async () => {
    expect(await call(["spec", "new"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Give --name"),
    });
    const refused = await call(["spec", "new", "--name", "r", "--check", "sudo make", "--print"]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("asks for more rights");
    const unknown = await call(["spec", "new", "--name", "r", "--step", "a", "--after", "b: a"]);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("the steps are a") });
    expect((await call(["spec", "new", "--name", "r", "--print"])).out).toContain("name: r\n");
  });
});

describe("tdd-loop spec edit", () => {
  const edit = (env: Record<string, string>, given = "good.yml") => {
    const terminal = recordingTerminal({ cwd, env: { HOME: cwd, PATH: "", ...env } });
    const opened: string[][] = [];
    const open: OpenEditor = async (words, path) => {
      opened.push([...words, path]);
      return words.includes("--fail") ? 1 : 0;
    };
    return { terminal, opened, done: editSpec(given, ".", open, terminal) };
  };

  it("opens the spec in the person's editor, then says whether it can start (S1-2)", async () => {
    const { terminal, opened, done } = edit({ EDITOR: "vi", VISUAL: "code --wait" });

    expect(await done).toBe(true);
    expect(opened).toEqual([["code", "--wait", join(cwd, "good.yml")]]);
    expect(terminal.out.join()).toContain("good.yml: ok: dag");
  });

  it("says what to set where there is no editor, and what became of one that failed", async () => {
    await expect(edit({}).done).rejects.toThrow("Set EDITOR");
    await expect(edit({ EDITOR: "vi --fail" }).done).rejects.toThrow("ended with 1");
    await expect(edit({ EDITOR: "vi" }, "nothing").done).rejects.toThrow("Looked at:");
  });
});

describe("tdd-loop spec guide", () => {
  it("says when a loop fits, which shape, how to cut steps, and how to write their prompts (S1-4, S1-51)", async () => {
    const { out } = await call(["spec", "guide"]);

    for (const words of [
      "All four",
      "Which shape",
      "own nothing in common",
      "You own only this step",
    ])
      expect(out).toContain(words);
  });
});
