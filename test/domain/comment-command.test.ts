import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSafeBranchName, noOptions, parseComment } from "../../src/domain/comment-command.ts";

const run = { kind: "run", options: noOptions };

describe("a command that counts", () => {
  it.each([
    ["alone", "/tdd run", run],
    ["after prose", "Please.\n\nThanks!\n/tdd run", run],
    ["with Windows line ends and trailing blanks", "Hi\r\n/tdd run  \t\r\nbye", run],
    ["after a quote that a blank line ends", "> said before\n\n/tdd run", run],
    ["after a closed fence", "```sh\nls\n```\n/tdd run", run],
    ["after a closed HTML comment", "<!-- template\n-->\n/tdd run", run],
    ["after a mention of a comment mark in code", "use `<!--` to hide\n/tdd run", run],
    ["next to right-to-left prose with marks", "\u200fשלום\u200f\n/tdd run", run],
    ["between other scripts", "日本語のコメント 👍🏽\n/tdd status\nmerci", { kind: "status" }],
    ["with a capital from a phone", "/tdd Run", run],
    ["as the last line of a list", "- fix a\n- fix b\n/tdd run", run],
    ["after a folded part that is closed", "<details>\n\nlog\n\n</details>\n\n/tdd run", run],
    ["after an image and a line break", "![x](y)<br>\n\n/tdd run", run],
    ["after a link with a title", '[a](http://x "t")\n/tdd run', run],
    ["over a signature", "/tdd run\n---\nme", run],
    ["after an address", "thanks a@example.org\n/tdd run", run],
    ["after a log of 6,000 lines", `\`\`\`\n${"a_b*c\n".repeat(6000)}\`\`\`\n/tdd run`, run],
    ["before a text that no parser should read", `/tdd run\n\n${"*a_ ".repeat(9000)}`, run],
    ["first of two", "/tdd status\n/tdd run", { kind: "status" }],
    ["without a word", "/tdd", { kind: "help" }],
    ["approve-tests", "/tdd approve-tests", { kind: "approve-tests" }],
    ["revise", "/tdd revise Leave out  S3.", { kind: "revise", said: "Leave out S3." }],
    [
      "allow",
      "/tdd allow src/a.ts `docs/ünï.md`",
      { kind: "allow", paths: ["src/a.ts", "docs/ünï.md"] },
    ],
  ])("%s", (_name, body, expected) => {
    expect(parseComment(body)).toEqual(expected);
  });

  it("takes one word after run for the loop spec that it names", () => {
    expect(parseComment("/tdd run onboarding --dry-run")).toMatchObject({
      kind: "run",
      options: { spec: "onboarding", dryRun: true },
    });
    expect(parseComment("/tdd run specs/a.yml")).toMatchObject({
      options: { spec: "specs/a.yml" },
    });
  });

  it("reads every option of run, with a space or an equals sign", () => {
    const expected = {
      kind: "run",
      options: { profile: "pair", base: "release/1.x", dryRun: true, fresh: true, spec: null },
    };
    expect(parseComment("/tdd run --profile pair --base release/1.x --dry-run --fresh")).toEqual(
      expected,
    );
    expect(parseComment("/tdd run --fresh --base=release/1.x --dry-run --profile=pair")).toEqual(
      expected,
    );
  });
});

describe("what is not a command", () => {
  it.each([
    ["prose", "you can say /tdd run here"],
    ["a longer word", "/tddrun"],
    ["a fence", "```\n/tdd run\n```"],
    ["a fence with a language and tildes", "~~~sh\n/tdd run\n~~~"],
    ["a fence inside a longer fence", "````\n```\n/tdd run\n```\n````"],
    ["a fence that never closes", "```\nx\n/tdd run"],
    ["a quote", "> /tdd run"],
    ["a lazily continued quote", "> as was said\n/tdd run"],
    ["an HTML comment", "<!--\n/tdd run\n-->"],
    ["an HTML comment that never closes", "text <!-- \n\n/tdd run"],
    ["a comment hidden after a closed one", "<!-- a --> <!-- b\n/tdd run\n-->"],
    ["raw HTML code", "<pre>\n/tdd run\n</pre>"],
    ["indented code", "    /tdd run"],
    ["a tab", "\t/tdd run"],
    ["inline code", "`/tdd run`"],
    ["a full-width solidus", "\uff0ftdd run"],
    ["a zero-width space inside", "/t\u200bdd run"],
    ["a zero-width space in the word", "/tdd r\u200bun"],
    ["a no-break space", "/tdd\u00a0run"],
    ["a right-to-left override", "/tdd \u202erun"],
    ["a homoglyph", "/tdd r\u03c5n"],
    ["a tag character", "/tdd run\u{e0061}"],
    ["a link's title", '[a](http://x "t\n/tdd run\n")'],
    ["a definition's title", '[a]: http://x "t\n/tdd run\n"\n'],
    ["a link's text", "[t\n/tdd run\n](http://x)"],
    ["an image's text", "![t\n/tdd run\n](http://x)"],
    ["an image's title", "![t](http://x 't\n/tdd run\n')"],
    ["an attribute", 'a <a title="\n/tdd run\n">b</a>'],
    ["an attribute of a block", '<div title="\n/tdd run\n">\n\nb</div>'],
    ["a CDATA section", "<![CDATA[\n/tdd run\n]]>"],
    ["a CDATA section in a line", "a <![CDATA[\n/tdd run\n]]> b"],
    ["a processing instruction", "<?php\n/tdd run\n?>"],
    ["a processing instruction in a line", "a <?php\n/tdd run\n?> b"],
    ["a declaration", "<!DOCTYPE\n/tdd run\n>"],
    ["code over lines", "a `b\n/tdd run\nc` d"],
    ["a folded part", "<details><summary>more</summary>\n\n/tdd run\n\n</details>"],
    ["a folded part that never closes", "<details>\n\n/tdd run"],
    ["a folded part in a line", "a <details>\n/tdd run\n</details>"],
    ["an element's text", "<div>\n\n/tdd run\n\n</div>"],
    ["a hidden element", "<span hidden>\n/tdd run\n</span>"],
    ["a quote in a list", "- > a\n  /tdd run"],
    ["a quote in HTML", "<blockquote>\n\n/tdd run\n\n</blockquote>"],
    ["an alert", "> [!NOTE]\n> /tdd run"],
    ["a table", "| a |\n| - |\n/tdd run"],
    ["a footnote", "a[^1]\n\n[^1]: b\n/tdd run"],
    ["mathematics", "$$\n/tdd run\n$$"],
    ["strong text", "**a\n/tdd run\nb**"],
    ["struck text", "~~a\n/tdd run\nb~~"],
    ["an escape", "\\/tdd run"],
    ["an entity", "&#47;tdd run"],
    ["nothing", ""],
  ])("%s", (_name, body) => {
    expect(parseComment(body)).toEqual({ kind: "none" });
  });
});

describe("a command that cannot be done", () => {
  it.each([
    ["/tdd rnu", "run"],
    ["/tdd stauts", "status"],
    ["/tdd deploy-to-prod", null],
  ])("%s is unknown and suggests %s", (body, suggestion) => {
    expect(parseComment(body)).toMatchObject({ kind: "unknown", suggestion });
  });

  it.each([
    ["an unknown profile", "/tdd run --profile yolo", "strict, steps, slices, pair"],
    ["a missing profile", "/tdd run --profile", "strict, steps, slices, pair"],
    ["an unsafe base", "/tdd run --base ../main", "name of a branch"],
    ["an option as base", "/tdd run --base --upload-pack=x", "name of a branch"],
    ["an unknown option", "/tdd run --force", "--dry-run"],
    ["words after run", "/tdd run please now", "--profile P"],
    ["a spec outside of the repository", "/tdd run ../x.json", "loop spec of the default branch"],
    ["arguments to approve", "/tdd approve everything", "no arguments"],
    ["allow without paths", "/tdd allow", "exact paths"],
    ["allow with a way out", "/tdd allow src/../../x", "exact paths"],
    ["allow with a glob", "/tdd allow src/**", "exact paths"],
    ["allow of a workflow", "/tdd allow .github/workflows/ci.yml", "list it in the issue"],
    ["allow of a lock file", "/tdd allow src/a.ts package-lock.json", "list it in the issue"],
    ["allow with an option", "/tdd allow --all", "exact paths"],
  ])("%s says the legal values", (_name, body, legal) => {
    const command = parseComment(body);
    expect(command).toMatchObject({ kind: "invalid" });
    expect(command.kind === "invalid" && command.problem).toContain(legal);
  });

  it("refuses a flood of commands at once", () => {
    expect(parseComment("/tdd run\n".repeat(7200))).toMatchObject({ kind: "invalid" });
  });
});

describe("isSafeBranchName", () => {
  it.each(["main", "release/1.x", "a_b-c", "v1.2"])("accepts %s", (name) => {
    expect(isSafeBranchName(name)).toBe(true);
  });

  it.each(["", "-rf", "a..b", "a//b", "/a", "a/", "x.lock", "a/.b", "$(id)", "a b", "é", "a."])(
    "refuses %j",
    (name) => {
      expect(isSafeBranchName(name)).toBe(false);
    },
  );
});

describe("any text", () => {
  it("is read without an exception, and quoting it takes every command away", () => {
    const pieces = fc.constantFrom(
      "/tdd run",
      "/tdd",
      "```",
      "~~~~",
      "> ",
      "<!--",
      "-->",
      "\n",
      "\r\n",
      " ",
      "`",
      "<pre>",
      "</pre>",
      "\u200b",
      "--base",
      "x",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(pieces).map((all) => all.join("")),
        ),
        (body) => {
          parseComment(body);
          const quoted = body
            .split(/\r\n|\n|\r/)
            .map((line) => `> ${line}`)
            .join("\n");
          expect(parseComment(quoted)).toEqual({ kind: "none" });
        },
      ),
      { numRuns: 400 },
    );
  });
});
