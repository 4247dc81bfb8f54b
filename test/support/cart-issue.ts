import type { Slice } from "../../src/domain/slice.ts";
import type { Turn } from "../../src/ports.ts";
import type { Files, Move, Script } from "./slice-run.ts";
import { edited, plan, suggested, wrote } from "./slice-run.ts";

const price = `// The reduced rate stays out of the tests.
const REDUCED_RATE_PER_MILLE = 50;

/** Price with tax, in cents. */
export function withTax(cents) {
  const taxOnTop = Math.round((cents * REDUCED_RATE_PER_MILLE) / 1000);
  return cents + taxOnTop;
}
`;
const oldTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { withTax } from "../src/domain/price.js";

test("adds the tax to a price", () => {
  assert.equal(withTax(1000), 1050);
});
`;

export const cartTitle = "Sum up a cart and print its receipt";
export const cartBody = `Customers want to know what the whole cart costs before they pay for it.

### Acceptance criteria
- [ ] \`total([100, 250])\` of the cart's domain is the plain sum of its prices, here \`350\`
- [ ] \`receipt([100, 250])\` is the line \`2 items, 350 cents\` for the printer

Later on we will sell subscriptions with the very same cart, but not yet.
`;

export const cartFiles: Files = {
  "package.json": '{ "name": "cart", "type": "module", "scripts": { "test": "node --test" } }\n',
  "README.md": "# Cart\n\nPrices are integers, in cents.\n",
  "docs/wishes.md": `# Wishes\n\n${cartBody}`,
  "src/domain/price.js": price,
  "src/application/shop.js":
    "/** The shop is open. */\nexport const shopIsOpen = () => Date.now() > 86_400_000;\n",
  "test/price.test.js": oldTest,
};

export const cartSlices: readonly Slice[] = [
  {
    ...{ id: "S1", title: "Sum up prices", layer: "domain", after: [] },
    behaviour: "`total([100, 250])` from `src/domain/cart.js` is `350`.",
    files: [{ path: "src/domain/cart.js", isNew: true }],
    testFile: "test/cart.test.js",
  },
  {
    ...{ id: "S2", title: "Print a receipt", layer: "application", after: ["S1"] },
    behaviour: "`receipt([100, 250])` from `src/application/receipt.js` is `2 items, 350 cents`.",
    files: [{ path: "src/application/receipt.js", isNew: true }],
    testFile: "test/receipt.test.js",
  },
];

export function testOf(name: string, module: string, call: string, expected: string): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";

test(${JSON.stringify(name)}, async () => {
  const { ${call.slice(0, call.indexOf("("))} } = await import("../src/${module}.js");
  assert.deepEqual(${call}, ${expected});
});
`;
}

export const cartTests = {
  S1: testOf("sums up all prices", "domain/cart", "total([100, 250])", "350"),
  S2: testOf(
    "prints items and sum",
    "application/receipt",
    "receipt([100, 250])",
    '"2 items, 350 cents"',
  ),
} as const;

export const cartCode = {
  S1: {
    "src/domain/cart.js":
      "export function total(prices) {\n  const sumOfAllPrices = prices.reduce((sum, one) => sum + one, 0);\n  return sumOfAllPrices;\n}\n",
  },
  S2: {
    "src/application/receipt.js":
      'import { total } from "../domain/cart.js";\n\nexport function receipt(prices) {\n  return [prices.length + " items", total(prices) + " cents"].join(", ");\n}\n',
  },
} as const;

/** The cart as an honest agent works it; \`change\` takes the turns that a test is about. */
export function cartScript(change: (turn: Turn) => Move | null = () => null): Script {
  return (turn) => change(turn) ?? honest(turn);
}

function honest(turn: Turn): Move {
  const id = turn.mayWrite.some((path) => /receipt/.test(path)) ? "S2" : "S1";
  switch (turn.role) {
    case "decomposer":
      return plan(cartSlices);
    case "writer":
      return wrote({ [turn.mayWrite[0] ?? ""]: cartTests[id] }, ["total", "receipt"]);
    case "scaffolder":
      return edited(stubOf(id));
    case "refiner":
      return suggested();
    default:
      return edited(cartCode[id]);
  }
}

function stubOf(id: "S1" | "S2"): Files {
  const [path, name] =
    id === "S1" ? ["src/domain/cart.js", "total"] : ["src/application/receipt.js", "receipt"];
  return { [path]: `export function ${name}() {\n  throw new Error("not implemented");\n}\n` };
}
