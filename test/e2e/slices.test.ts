import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cartBody, cartFiles, cartScript, cartSlices, cartTitle } from "../support/cart-issue.ts";
import type { SeenTurn, SliceRun } from "../support/slice-run.ts";
import { runSlices, suggested } from "../support/slice-run.ts";

let run: SliceRun;

beforeAll(async () => {
  const rename = {
    description: "Say the sum in one line",
    priority: "high" as const,
    edits: [
      {
        path: "src/domain/cart.js",
        old: "  const sumOfAllPrices = prices",
        new: "  return prices",
      },
      { path: "src/domain/cart.js", old: "  return sumOfAllPrices;\n", new: "" },
    ],
  };
  const breaking = {
    description: "Count from one",
    priority: "low" as const,
    edits: [{ path: "src/domain/cart.js", old: "+ one, 0", new: "+ one, 1" }],
  };
  let refined = 0;
  const script = cartScript((turn) => {
    if (turn.role !== "refiner") return null;
    refined += 1;
    return refined === 1 ? suggested([breaking, rename]) : null;
  });
  run = await runSlices({ files: cartFiles, title: cartTitle, body: cartBody, script });
}, 120_000);

afterAll(() => run[Symbol.dispose]());

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length >= 12);
const of = (role: string): readonly SeenTurn[] =>
  run.turns.filter(({ turn }) => turn.role === role);

describe("an issue in two slices over two layers", () => {
  it("ends green, with a commit for every phase, inside out", () => {
    expect(run.folded.state).toMatchObject({ conclusion: { kind: "success" } });
    const branch = run.git("for-each-ref", "--format=%(refname)", "refs/heads/tdd");
    expect(run.git("log", "--reverse", "--format=%s", `main..${branch}`).split("\n")).toEqual([
      "red: failing tests for Sum up prices",
      "green: Sum up prices",
      "refactor: Say the sum in one line",
      "red: failing tests for Print a receipt",
      "green: Print a receipt",
    ]);
    expect(run.git("show", `${branch}:src/domain/cart.js`)).toContain("return prices.reduce");
  });

  it("takes back a suggestion that breaks a test", () => {
    const reverted = run.folded.events.filter(({ event }) => event.type === "change.reverted");
    expect(reverted.map(({ event }) => event)).toMatchObject([{ finding: "Count from one" }]);
  });
});

describe("the test writer", () => {
  it("is told its own slice and the public interface, and sees tests and documents only", () => {
    const [first, second] = of("writer");
    expect(first?.told).toContain(cartSlices[0]?.behaviour);
    expect(first?.told).toContain("withTax(cents)");
    expect(Object.keys(first?.files ?? {}).sort()).toEqual(["README.md", "test/price.test.js"]);
    expect(second?.told).toContain("total(prices)");
    expect(first?.told).not.toContain("total(prices)");
  });

  it("never gets a line of the implementation, in its prompt or its files", () => {
    const sources = [
      ...Object.entries(cartFiles).flatMap(([path, text]) =>
        path.startsWith("src/") ? lines(text) : [],
      ),
      ...run.turns.flatMap(({ files }) =>
        Object.entries(files).flatMap(([path, text]) =>
          path.startsWith("src/") ? lines(text) : [],
        ),
      ),
    ];
    const secret = new Set(sources.filter((line) => !/^(export function|\/\*\*|\/\/)/.test(line)));
    expect(secret.size).toBeGreaterThan(4);
    for (const { told, files } of of("writer")) {
      const seen = [told, ...Object.values(files)].join("\n");
      expect([...secret].filter((line) => seen.includes(line))).toEqual([]);
    }
  });

  it("is not told of other slices, of the issue, or of documents that repeat it", () => {
    const [first] = of("writer");
    const seen = [first?.told, ...Object.values(first?.files ?? {})].join("\n");
    expect(seen).not.toMatch(/receipt|subscriptions|Customers want/);
    expect(first?.told).toContain("Prices are integers");
  });

  it("has no test run, whose output would quote the code", () => {
    for (const { turn } of of("writer")) expect(turn.runTests).toBeNull();
  });
});

describe("implementer, scaffolder and refiner", () => {
  const sentences = [cartTitle, ...lines(cartBody), ...cartSlices.map((slice) => slice.behaviour)];

  it("get no sentence of the issue or of a slice, in prompt or files", () => {
    const turns = ["scaffolder", "implementer", "refiner"].flatMap(of);
    expect(turns.length).toBeGreaterThanOrEqual(4);
    for (const { told, files } of turns) {
      const seen = [told, ...Object.values(files)].join("\n");
      expect(sentences.filter((sentence) => seen.includes(sentence))).toEqual([]);
      expect(seen).not.toContain("subscriptions");
    }
  });

  it("the implementer has the failing test, how it fails, and the sources", () => {
    const [first] = of("implementer");
    expect(first?.told).toMatch(/sums up all prices/);
    expect(Object.keys(first?.files ?? {})).toContain("src/domain/price.js");
    expect(first?.told).toContain("`src/application/shop.js`");
  });

  it("the refiner has what the slices so far have touched, and nothing else", () => {
    const [first, second] = of("refiner");
    expect(Object.keys(first?.files ?? {}).sort()).toEqual([
      "src/domain/cart.js",
      "test/cart.test.js",
    ]);
    expect(Object.keys(second?.files ?? {})).toContain("src/application/receipt.js");
    expect(first?.turn.runTests).toBeNull();
  });
});

it("leaves no variable of a prompt open, and shares no text between roles but the house rules", () => {
  for (const { turn } of run.turns.filter(({ turn: one }) => one.role !== "decomposer")) {
    expect(turn.shared).toBe("");
    expect(`${turn.system}${turn.task}`).not.toMatch(/\{\{\w+\}\}/);
    expect(turn.system).not.toContain("decomposer");
  }
});
