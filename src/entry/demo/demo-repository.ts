/** The sample that the demo works on: a small library, an issue, and what a model answered once. */
export const demoFiles: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify(
    { name: "slugs", version: "1.0.0", type: "module", scripts: { test: "node --test" } },
    null,
    2,
  )}\n`,
  "README.md": "# slugs\n\nSmall text functions.\n",
  "src/words.js": `/** The words of a text, in lower case. */
export function words(text) {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
`,
  "test/words.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { words } from "../src/words.js";

test("words are split at everything else", () => {
  assert.deepEqual(words("Hello, World 2!"), ["hello", "world", "2"]);
});
`,
};

export const demoIssue = {
  title: "Turn a title into a slug",
  body: `We build addresses from titles by hand, and everybody does it differently. One function should do it.

### Acceptance criteria
- [ ] \`slugify('Hello, World!')\` is \`hello-world\`
- [ ] an empty text, or one without letters and digits, gives an empty slug
- [ ] \`slugify(text, 10)\` is at most 10 characters long and never ends in a dash

### Files
- \`src/slugify.js\` (new)
- tests: \`test/slugify.test.js\`
`,
};

const spend = (requests: number, input: number, read: number, output: number) => ({
  requests,
  inputTokens: input,
  cacheReadTokens: read,
  cacheWriteTokens: 3_000,
  outputTokens: output,
  dollars: 0,
});

const noFailure = null;
const testFile = `import assert from "node:assert/strict";
import test from "node:test";
import { slugify } from "../src/slugify.js";

test("a title becomes lower-case words with dashes", () => {
  assert.equal(slugify("Hello, World!"), "hello-world");
});

test("a text without letters and digits gives an empty slug", () => {
  assert.equal(slugify(""), "");
  assert.equal(slugify("?!"), "");
});

test("a slug keeps to its length and never ends in a dash", () => {
  assert.equal(slugify("one two three", 8), "one-two");
  assert.equal(slugify("abcdefghijkl", 10), "abcdefghij");
});
`;

const stub = `/** A title as part of an address. */
export function slugify() {
  throw new Error("not implemented");
}
`;

const first = `import { words } from "./words.js";

/** A title as part of an address: lower-case words with dashes, at most \`max\` characters. */
export function slugify(text, max = Infinity) {
  return words(text).join("-").slice(0, max).replace(/-+$/, "");
}
`;

const documented = `import { words } from "./words.js";

/**
 * A title as part of an address: lower-case words with dashes.
 * @param {string} text
 * @param {number} [max] most characters; a cut slug never ends in a dash
 */
export function slugify(text, max = Number.POSITIVE_INFINITY) {
  return words(text).join("-").slice(0, max).replace(/-+$/, "");
}
`;

const edited = (summary: string) => ({ kind: "edit", edit: { summary, cannot: null } });

/** The turns of one run in the form that the replay agent plays; judged like any other work. */
export const demoRecording = {
  version: 1,
  turns: [
    {
      role: "writer",
      attempt: 1,
      edits: [{ path: "test/slugify.test.js", text: testFile }],
      answer: {
        kind: "tests",
        tests: {
          coverage: [
            {
              criterion: "C1",
              tests: ["a title becomes lower-case words with dashes"],
              preserved: false,
            },
            {
              criterion: "C2",
              tests: ["a text without letters and digits gives an empty slug"],
              preserved: false,
            },
            {
              criterion: "C3",
              tests: ["a slug keeps to its length and never ends in a dash"],
              preserved: false,
            },
          ],
          promised: { modules: ["src/slugify.js"], symbols: ["slugify"] },
          summary: "One test for each criterion.",
          cannot: null,
        },
      },
      failed: noFailure,
      spend: spend(6, 400, 14_000, 900),
    },
    {
      role: "scaffolder",
      attempt: 1,
      edits: [{ path: "src/slugify.js", text: stub }],
      answer: edited("A stub that raises."),
      failed: noFailure,
      spend: spend(2, 200, 4_000, 200),
    },
    {
      role: "implementer",
      attempt: 1,
      edits: [{ path: "src/slugify.js", text: first }],
      answer: edited("Joins the words and cuts."),
      failed: noFailure,
      spend: spend(4, 300, 9_000, 400),
    },
    {
      role: "critic",
      attempt: 1,
      edits: [],
      answer: {
        kind: "review",
        review: {
          verdict: "NEEDS_WORK",
          summary: "Every criterion is met; the new parameter is not documented.",
          findings: [
            {
              kind: "quality",
              file: "src/slugify.js",
              line: 4,
              problem:
                "The parameter max and its effect on the end of the slug are not documented.",
              suggestion: "Document both parameters.",
            },
          ],
        },
      },
      failed: noFailure,
      spend: spend(2, 300, 5_000, 300),
    },
    {
      role: "refactorer",
      attempt: 1,
      edits: [{ path: "src/slugify.js", text: documented }],
      answer: edited("Documented the parameters."),
      failed: noFailure,
      spend: spend(3, 200, 6_000, 250),
    },
    {
      role: "critic",
      attempt: 2,
      edits: [],
      answer: {
        kind: "review",
        review: { verdict: "APPROVED", summary: "The finding is addressed.", findings: [] },
      },
      failed: noFailure,
      spend: spend(1, 300, 5_000, 120),
    },
  ],
};
