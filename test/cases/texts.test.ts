import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  commitSubject,
  defang,
  fence,
  neutralise,
  oneLine,
  plainText,
} from "../../src/domain/outbound-text.ts";
import { ready, run, temporary } from "../adapters/sandbox/sandboxes.ts";

const esc = "\u001B";

describe("cases of logs, comments and commits", () => {
  it.each(["add-matcher", "set-output name=x", "stop-commands", "error file=a", "add-mask"])(
    "L04: the log command ::%s:: is none any more",
    (command) => {
      expect(neutralise(`::${command}::/tmp/m.json`)).not.toMatch(/^\s*::/);
      expect(neutralise(`text\r::${command}::x\n##[${command}]y`)).not.toMatch(/^\s*::|##\[/m);
    },
  );

  it("L06: the runner's command files are neither named nor within reach", async () => {
    const files = temporary();
    const [strongest] = ready;
    if (strongest === undefined) throw new Error("no sandbox");
    process.env["GITHUB_ENV"] = join(files, "env");
    const command = `echo "[$GITHUB_ENV$GITHUB_PATH$GITHUB_OUTPUT]"; echo NODE_OPTIONS=x >> ${files}/env`;

    const ended = await run(strongest.kind, command, {}, { hidden: [files] });
    delete process.env["GITHUB_ENV"];

    expect(ended.stdout).toBe("[]\n");
    if (strongest.walled) expect(readdirSync(files)).toEqual([]);
  });

  it("L07: terminal escapes are gone and a carriage return is a line's end", () => {
    const wild = `a${esc}]8;;http://x${esc}\\link${esc}]52;c;AAAA\u0007${esc}[2Jb\rover\u0000\u009B1m`;

    expect(plainText(wild)).toBe("alinkb\nover");
  });

  it("L09: text cannot leave its fence", () => {
    const shown = fence("```\n````\n</details><img src=x>", 1_000);

    expect(shown.startsWith("`````")).toBe(true);
    expect(shown).not.toMatch(/<\/details|<img/);
  });

  it("L12: no image and no link is left that GitHub would fetch or show", () => {
    const shown = defang("![](https://attacker.invalid/?d=1) [a](http://b.invalid) www.c.invalid");

    expect(shown).not.toMatch(/!\[|\]\(|https?:\/\/|www\./);
  });

  it("L15: one line without end, NULs and broken UTF-8 are bounded and readable", async () => {
    const [strongest] = ready;
    if (strongest === undefined) throw new Error("no sandbox");
    const flood = "printf 'x\\000\\377\\376'; head -c 100000000 /dev/zero | tr '\\0' a";

    const ended = await run(strongest.kind, flood, { maxOutputBytes: 200_000 });

    expect(ended.outputCut).toBe(true);
    expect(plainText(ended.stdout)).toMatch(/^x\uFFFD+a+$/);
  });

  it.each([
    "[skip ci]",
    "[ci skip]",
    "[no ci]",
    "[skip actions]",
    "skip-checks: true",
    "[skip\u200b ci]",
  ])("L16: %s does not get into a commit's subject", (token) => {
    expect(commitSubject(`feat: x ${token}`)).not.toMatch(/skip|no ci/i);
  });

  it.each([
    "Co-authored-by: mia <m@x>",
    "Signed-off-by: a",
    "Closes #1",
    "Closes: #1",
    "Fixes GH-3",
  ])("L17: the trailer %s does not get into a commit's subject", (trailer) => {
    expect(commitSubject(`${trailer}\nfeat: x`)).not.toMatch(/-by:|#\d|GH-\d/i);
    expect(commitSubject(`feat: x\n\n${trailer}`)).toBe("feat: x");
  });

  it("L18: a title is one line of at most 120 characters", () => {
    const title = oneLine(`Merge pull request\n\u202E${"x".repeat(300)}`, 120);

    expect([...title]).toHaveLength(120);
    expect(title).not.toMatch(/\n|\u202E/);
  });

  it("L20: the example workflows upload named files, never a directory with credentials", () => {
    const dir = ".github/examples";
    const texts = readdirSync(dir).map((name) => readFileSync(join(dir, name), "utf8"));

    for (const text of texts) {
      expect(text).not.toMatch(/^\s+path:\s*(?:\.|\.\/|\*\*?|\$\{\{ github\.workspace \}\})\s*$/m);
    }
  });
});
