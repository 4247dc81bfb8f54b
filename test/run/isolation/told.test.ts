import { describe, expect, it } from "vitest";
import type { LayerMap } from "../../../src/domain/slice.ts";
import { cuttingFacts } from "../../../src/run/cutting-facts.ts";
import type { Told } from "../../../src/run/isolation/boundaries.ts";
import type { Telling } from "../../../src/run/isolation/telling.ts";
import { tellers } from "../../../src/run/isolation/told.ts";
import { usedSources } from "../../../src/run/isolation/used-sources.ts";
import { layers, makeSlice, sliceRequest } from "../../support/play-slices.ts";

const cart: Readonly<Record<string, string>> = {
  "README.md": "Carts.",
  "src/application/shop.ts": 'import { total } from "../domain/cart.js";\n',
  "src/domain/cart.ts": 'import { price } from "./price";\nexport const total = price;\n',
  "src/domain/price.ts": "export const price = 1;\n",
  "src/domain/tax.ts": "export const tax = 1;\n",
  "test/cart.test.ts": 'import { total } from "../src/domain/cart.ts";\n',
};

/** What a role of slice 1 is told in a repository of these files. */
function telling(slice: Parameters<typeof makeSlice>[2], files = cart, map: LayerMap = layers) {
  const ground = { layers: map, testPaths: ["test/cart.test.ts"], framework: null };
  return {
    state: { request: sliceRequest(), ground },
    slice: makeSlice(1, "domain", slice),
    task: { tree: "tree", diff: null },
    views: { files: async () => Object.keys(files) },
    workspace: { readFile: async (_tree: string, path: string) => files[path] ?? null },
  } as unknown as Telling;
}

const tell = async (name: Told, ...given: Parameters<typeof telling>) =>
  await tellers[name](telling(...given));

describe("what an implementer is shown besides its own files", () => {
  it("is the sources that its test and they load, one step far", async () => {
    const files = [{ path: "src/application/shop.ts", isNew: false }];

    expect(await usedSources(telling({ files, testFile: "test/cart.test.ts" }))).toEqual([
      "src/domain/cart.ts",
    ]);
    expect(await tell("usedSources", { files, testFile: "test/cart.test.ts" })).toMatch(
      /use besides:\n\n`src\/domain\/cart\.ts`/,
    );
  });

  it("is nothing where they load nothing else", async () => {
    const files = [{ path: "src/domain/tax.ts", isNew: false }];

    expect(await tell("usedSources", { files, testFile: "test/tax.test.ts" })).toBe("");
  });

  it("holds modules that Python names in full, wherever their root is", async () => {
    const python = {
      "src/pay/shifts.py": "",
      "src/pay/__init__.py": "",
      "src/pay/other.py": "",
      "tests/test_pay.py": "from pay.shifts import Shift\n",
    };
    const files = [{ path: "src/pay/pay.py", isNew: true }];

    const used = await usedSources(telling({ files, testFile: "tests/test_pay.py" }, python));

    expect(used).toEqual(["src/pay/shifts.py"]);
  });
});

describe("what a writer is shown of its test file", () => {
  it("is a test beside it, where there is no such file yet", async () => {
    const text = await tell("existingTest", { testFile: "test/tax.test.ts" });

    expect(text).toMatch(/no such file yet\. A test beside it[\s\S]*`test\/cart\.test\.ts`/);
  });

  it("is the file itself, where it is there", async () => {
    const text = await tell("existingTest", { testFile: "test/cart.test.ts" });

    expect(text).toBe(`\`\`\`text\n${cart["test/cart.test.ts"]?.trim()}\n\`\`\``);
  });
});

it("says nothing of layers where there are none", async () => {
  expect(await tell("testRules", {}, cart, {})).toBe("");
  expect(await tell("dependencyRules", {}, cart, {})).toBe("");
  expect(await tell("layer", {}, cart, {})).toContain("no layers");
  expect(await tell("layer", {})).toBe("domain");
});

it("tells a decomposer what the documents say", async () => {
  const { state, views, workspace } = telling({});

  const facts = await cuttingFacts("tree", state as Parameters<typeof cuttingFacts>[1], {
    views,
    workspace,
  });

  expect(facts).toEqual({ layers, documents: "README.md:\nCarts." });
});
