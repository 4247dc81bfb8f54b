import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import {
  cell,
  codeSpan,
  commandFence,
  commitSubject,
  cutEnd,
  cutMiddle,
  defang,
  fence,
  neutralise,
  oneLine,
  plainText,
} from "../../src/domain/outbound-text.ts";

const parse = (markdown: string) => unified().use(remarkParse).use(remarkGfm).parse(markdown);
const visible = (text: string) => text.replaceAll("\u200B", "");

describe("text for a job's log", () => {
  it.each([
    "::error::x",
    "  ::add-mask::x",
    "\u3000::add-matcher::/tmp/m.json",
    "\u001B[0m::stop-commands::t",
    "ok\r::set-output name=a::b",
    "ok\u2028::warning::x",
    "\uFEFF::debug::x",
    "a ##[error]b",
    "##vso[task.setvariable]x",
  ])("neutralises %j", (text) => {
    const lines = neutralise(text).split(/\r\n|\r|\n/);
    expect(lines.filter((line) => line.trim().startsWith("::"))).toEqual([]);
    expect(lines.join("\n")).not.toMatch(/##(\[|vso\[)/);
  });

  it("leaves a test's name with colons as it is", () => {
    expect(neutralise("test_a.py::test_b failed")).toBe("test_a.py::test_b failed");
  });
});

describe("plain text", () => {
  it.each([
    ["colours", "\u001B[31mred\u001B[0m", "red"],
    ["a link", "\u001B]8;;https://a.test\u0007text\u001B]8;;\u0007", "text"],
    ["the clipboard", "a\u001B]52;c;ZXZpbA==\u001B\\b", "ab"],
    ["clearing the screen", "\u001B[2J\u001B[Hx", "x"],
    ["eight-bit controls", "a\u009B31mb\u0090c", "abc"],
    ["NUL and bell", "a\0\u0007b", "ab"],
    ["an overwritten line", "50%\r100%\r\n", "50%\n100%\n"],
  ])("takes out %s", (_name, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it("writes out what cannot be seen, and keeps emoji", () => {
    expect(plainText("a\u202Eb\u200Bc 👩🏽‍💻")).toBe("a\\u{202E}b\\u{200B}c 👩🏽‍💻");
  });
});

describe("text that does nothing on GitHub", () => {
  it.each([
    ["a mention", "@mia please", /@mia/],
    ["a reference", "closes #12 and o/r#3, GH-4", /#\d|GH-\d/],
    ["an address", "https://attacker.invalid/?d=1", /https?:\/\//],
    ["a bare domain", "www.attacker.invalid", /www\./],
    ["an image", "![](x)", /!\[|\]\(/],
    ["a closing tag", "</details>", /<\//],
    ["a hidden marker", "<!-- tdd-loop:issue -->", /<!/],
    ["a command line", "text\n  /tdd run\n> /tdd stop", /\/tdd/],
    ["a log command", "::error::x", /^::/m],
  ])("defangs %s and looks the same", (_name, text, live) => {
    expect(defang(text)).not.toMatch(live);
    expect(visible(defang(text))).toBe(text);
  });

  it.each(["```", "````\n</details>", "~~~\n```\n`````js", "`".repeat(50)])(
    "cannot leave its fence with %j",
    (text) => {
      const tree = parse(`${fence(text, 1_000)}\n\nafter`);
      expect(tree.children.map((node) => node.type)).toEqual(["code", "paragraph"]);
    },
  );

  it.each(["a`b", "``", "`", "a | b", "\\|", "a \\\\| b", "a\nb", "x ``` y"])(
    "stays one cell and one code span with %j",
    (text) => {
      const table = parse(`| h | i |\n| - | - |\n| ${cell(text)} | end |`);
      const rows = JSON.parse(JSON.stringify(table)).children[0].children;
      expect(rows[1].children).toHaveLength(2);
      expect(rows[1].children[0].children[0].type).toBe("inlineCode");
      expect(rows[1].children[1].children[0].value).toBe("end");
    },
  );

  it("shows a dash for nothing and cuts a code span at characters", () => {
    expect(codeSpan(" \n ")).toBe("—");
    expect(codeSpan("😀".repeat(10), 4)).toBe("`😀😀😀…`");
  });

  it("gives a command exactly, without what cannot be seen", () => {
    expect(commandFence("/tdd allow src/@a/b.js\u202E")).toBe(
      "```text\n/tdd allow src/@a/b.js\n```",
    );
  });
});

describe("much of one thing", () => {
  it.each(["\n", " ", ":", "`", "\u001B]", "<", "@", "/tdd ", "::\n", "\u200B", "[skip "])(
    "is cleaned in linear time: %j",
    (part) => {
      const text = part.repeat(200_000 / part.length);
      expect(defang(text).isWellFormed()).toBe(true);
      expect(fence(text, 60_000).length).toBeLessThan(400_000);
      expect([...commitSubject(text)].length).toBeLessThanOrEqual(72);
    },
  );
});

describe("cutting", () => {
  it("never halves a character", () => {
    const text = "😀".repeat(1_000);
    for (let max = 0; max < 40; max += 1) {
      expect(cutEnd(text, max).isWellFormed()).toBe(true);
      expect(cutMiddle(text, max).isWellFormed()).toBe(true);
    }
  });

  it("keeps the end of an output, where the failures are listed", () => {
    const cut = cutMiddle(`start${"x".repeat(10_000)}the end`, 300);
    expect(cut).toMatch(/^start[\s\S]*characters left out[\s\S]*the end$/);
  });

  it("puts everything on one line", () => {
    expect(oneLine("Merge\npull\t request\u202E #1", 120)).toBe("Merge pull request #1");
    expect(oneLine("x".repeat(300), 120)).toHaveLength(120);
  });
});

describe("a commit's subject", () => {
  it.each([
    ["feat: x [skip ci]", "feat: x"],
    ["feat: x [SKIP  CI] [no ci][ci skip] [skip actions] [actions skip] y", "feat: x y"],
    ["feat: [skip [skip ci]ci] x", "feat: x"],
    ["feat: x [skip\u200B ci]", "feat: x"],
    ["skip-checks: true\nfeat: x", "feat: x"],
    ["Co-authored-by: mia <m@x>\nSigned-off-by: z\nCloses: #1\nfeat: x", "feat: x"],
    ["fixes #12 for @mia, see https://a.test/1 and GH-3", "fixes 12 for mia, see a.test/1 and 3"],
    ["\n\n  add slugify \nmore", "add slugify"],
    ["[skip ci]", "update"],
    ["", "update"],
  ])("of %j is %j", (text, subject) => {
    expect(commitSubject(text)).toBe(subject);
  });

  it("is one line of at most 72 characters", () => {
    expect([...commitSubject("😀a".repeat(100))]).toHaveLength(72);
  });
});
