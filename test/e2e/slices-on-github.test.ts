import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noSpend } from "../../src/domain/spend.ts";
import {
  cartBody,
  cartCode,
  cartFiles,
  cartSlices,
  cartTests,
  cartTitle,
} from "../support/cart-issue.ts";
import { viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { place, startLoopWorld } from "../support/loop-world.ts";

const isFull = process.env["TDD_LOOP_FULL"] === "1";
let world: LoopWorld;

const turn = (role: string, answer: object, files: object = {}) => ({
  ...{ role, attempt: 1, spend: noSpend, failed: null, answer },
  edits: Object.entries(files).map(([path, text]) => ({ path, text: text as string })),
});
const cut = (slices: readonly object[]) =>
  turn("decomposer", { kind: "decomposition", plan: { slices, cannot: null } });
const stub = (name: string) =>
  `export function ${name}() {\n  throw new Error("not implemented");\n}\n`;

function slice(id: "S1" | "S2", path: string, name: string) {
  const testFile = cartSlices.find((one) => one.id === id)?.testFile ?? "";
  const promised = { modules: [], symbols: [name] };
  const coverage = [{ criterion: "slice", tests: ["the test"], preserved: false }];
  const tests = { coverage, promised, summary: "one test", cannot: null };
  const edit = { kind: "edit", edit: { summary: "done", cannot: null } };
  const refinement = { suggestions: [], summary: "fine" };
  return [
    turn("writer", { kind: "tests", tests }, { [testFile]: cartTests[id] }),
    turn("scaffolder", edit, { [path]: stub(name) }),
    turn("implementer", edit, cartCode[id]),
    turn("refiner", { kind: "suggestions", refinement }),
  ];
}

const recording = {
  version: 1,
  turns: [
    cut([...cartSlices].reverse()),
    cut(cartSlices),
    ...slice("S1", "src/domain/cart.js", "total"),
    ...slice("S2", "src/application/receipt.js", "receipt"),
  ],
};

beforeAll(async () => {
  if (!isFull) return;
  const files = {
    ...cartFiles,
    ".github/tdd-loop.yml": "profile: slices\ntestCommand: node --test\n",
  };
  world = await startLoopWorld({ files });
  world.play(recording);
}, 60_000);

afterAll(() => world?.close());

describe.runIf(isFull)("an issue in slices on GitHub", () => {
  it("waits with the list, is cut anew on a person's word, and goes on when it is approved", async () => {
    const issue = await world.openIssue({ title: cartTitle, body: cartBody });
    await world.label(issue);
    await world.settle();
    const waiting = await viewIssue(world, issue);
    const log = () => world.forge.jobs().at(-1)?.log ?? "";

    expect(waiting.labels, log()).toEqual(["tdd:needs-approval"]);
    expect(waiting.comments.join("\n")).toMatch(/1\. Sum up prices[\s\S]*2\. Print a receipt/);
    expect(waiting.comments.join("\n")).toContain("/tdd approve");
    expect(waiting.comments.join("\n")).toContain("/tdd revise");
    expect(waiting.branches).toEqual([]);

    world.comment(issue, "/tdd revise Name the receipt last.", "hubot");
    await world.settle();
    expect((await viewIssue(world, issue)).labels, log()).toEqual(["tdd:needs-approval"]);

    world.comment(issue, "/tdd approve", "stranger");
    await world.settle();
    expect((await viewIssue(world, issue)).labels).toEqual(["tdd:needs-approval"]);

    world.comment(issue, "/tdd approve", "hubot");
    await world.settle();
    const done = await viewIssue(world, issue);
    expect(done.labels, log()).toEqual(["tdd:done"]);
    expect(done.pulls).toHaveLength(1);
    const [{ number: pull_number } = { number: 0 }] = done.pulls;
    const { data } = await world.octokit.pulls.get({ ...place, pull_number });
    expect(data.body).toMatch(/## Slices[\s\S]*green in 1 attempt, 0 refactorings/);
  }, 180_000);
});
