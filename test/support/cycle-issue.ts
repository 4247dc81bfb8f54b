import type { CriticAnswer } from "../../src/domain/answers.ts";
import type { Turn } from "../../src/ports.ts";
import type { Files, Move } from "./slice-run.ts";
import { edited } from "./slice-run.ts";

export const stackTitle = "A stack of numbers";
export const stackBody = `People pile up numbers and take them off again.

## Acceptance criteria
- [ ] \`push(stack, n)\` returns a new stack with \`n\` on top
- [ ] \`pop(stack)\` of an empty stack throws a RangeError with the message "empty"

## Files
- \`src/stack.js\` (new)
- tests: \`test/stack.test.js\`

## Notes
Strictly no mutation of what was handed in.
`;

export const stackFiles: Files = {
  "package.json": '{"type":"module","scripts":{"test":"node --test"}}\n',
  "AGENTS.md": "# House rules\n\nNames are short. See [testing](docs/testing.md).\n",
  "docs/testing.md": "# Tests\n\nNever a double for a list.\n",
  "src/AGENTS.md": "Only pure functions live here.\n",
  "src/twice.js": "export const twice = (n) => n * 2;\n",
  "test/twice.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { twice } from "../src/twice.js";

test("twice two is four", () => assert.equal(twice(2), 4));
`,
};

const head = `import assert from "node:assert/strict";
import { test } from "node:test";
`;
const pushTest = (want: string) => `
test("puts a number on top", () => {
  const stack = [1];
  assert.deepEqual(push(stack, 2), ${want});
  assert.deepEqual(stack, [1]);
});
`;
const popTest = `
test("refuses to take from an empty stack", () => {
  assert.throws(() => pop([]), { name: "RangeError", message: "empty" });
});
`;
const stub = 'throw new Error("not implemented");';
const push = "export const push = (stack, n) => [...stack, n];\n";
const pop =
  'export const pop = (stack) => {\n  if (stack.length === 0) throw new RangeError("empty");\n  return stack.slice(0, -1);\n};\n';

/** The files as they are in each step. */
export const stackSteps = {
  wrong: {
    "test/stack.test.js": `${head}import { push } from "../src/stack.js";\n${pushTest("[2, 1]")}`,
  },
  right: {
    "test/stack.test.js": `${head}import { push } from "../src/stack.js";\n${pushTest("[1, 2]")}`,
  },
  both: {
    "test/stack.test.js": `${head}import { pop, push } from "../src/stack.js";\n${pushTest("[1, 2]")}${popTest}`,
  },
  noPush: { "src/stack.js": `export const push = (_stack, _n) => {\n  ${stub}\n};\n` },
  push: { "src/stack.js": push },
  noPop: { "src/stack.js": `${push}export const pop = (_stack) => {\n  ${stub}\n};\n` },
  pop: { "src/stack.js": push + pop },
} as const;

/** What each role says of its work: no other may ever read it. */
export const prose = {
  tester: "Wondrous: a number that is put down lies uppermost afterwards.",
  pop: "Marvellous: nothing can be taken from nothing.",
  implementer: "I spread the old stack into a fresh one, cunningly.",
  reviewer: "I was convinced by the second test, most of all.",
} as const;

function tests(text: string, names: string[], criterion: string, summary: string): Move {
  return {
    writes: { "test/stack.test.js": text },
    answer: {
      kind: "tests",
      tests: {
        coverage: [{ criterion, tests: names, preserved: false }],
        promised: { modules: ["src/stack.js"], symbols: [criterion === "C1" ? "push" : "pop"] },
        ...{ summary, cannot: null },
      },
    },
  };
}

const importing = (names: string) => `${head}import { ${names} } from "../src/stack.js";\n`;

const reviewed: CriticAnswer = {
  ...{ verdict: "APPROVED", summary: prose.reviewer, findings: [] },
  suggestions: ["Let push take several numbers."],
};

/**
 * Two cycles: a new seam, one test that is wrong at first and amended, and a direction check.
 * @param wrong whether the first test is
 */
export function stackScript(wrong = true) {
  const turns: Record<string, number> = {};
  return (turn: Turn): Move => {
    const nth = (turns[turn.role] ?? 0) + 1;
    turns[turn.role] = nth;
    const cycle = turn.task.includes("CYCLE: 2") ? 2 : 1;
    switch (turn.role) {
      case "writer": {
        const first = importing("push") + pushTest(wrong && nth === 1 ? "[2, 1]" : "[1, 2]");
        if (cycle === 1) return tests(first, ["puts a number on top"], "C1", prose.tester);
        const both = importing("pop, push") + pushTest("[1, 2]") + popTest;
        return tests(both, ["refuses to take from an empty stack"], "C2", prose.pop);
      }
      case "scaffolder":
        return turn.task.includes("symbol pop")
          ? edited({ "src/stack.js": `${push}export const pop = (_stack) => {\n  ${stub}\n};\n` })
          : edited({ "src/stack.js": `export const push = (_stack, _n) => {\n  ${stub}\n};\n` });
      case "reviewer":
        return { answer: { kind: "review", review: reviewed } };
      default:
        if (wrong && nth === 1) return objects();
        return edited(
          { "src/stack.js": turn.task.includes("pop([])") ? push + pop : push },
          prose.implementer,
        );
    }
  };
}

export const objection = "The test wants the new number below; on top is at the end of the list.";

function objects(): Move {
  const cannot = { kind: "contradiction", question: objection } as const;
  return { answer: { kind: "edit", edit: { summary: prose.implementer, cannot } } };
}
