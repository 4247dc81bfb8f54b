import { describe, expect, it } from "vitest";
import { judgeSpecText } from "../../../src/gates/red/spec-text.ts";

const known = ["`total(cart)` is 0 for an empty cart", "src/cart.js"];

describe("a description of what tests demand", () => {
  it.each([
    "Returns the total.",
    "An empty cart costs 0; a cart of one item costs what the item costs.",
    'Calling `total(cart)` with nothing in it gives `0` and never throws a "RangeError".',
    "The list keeps its order. Duplicates are kept through every call.",
    "",
  ])("is of behaviour: %s", (text) => {
    expect(judgeSpecText(text, known)).toEqual({ kind: "pass" });
  });

  it.each([
    "Uses a reduce over the line items.",
    "It should be implemented with a map.",
    "The total is implemented by adding up all prices.",
    "Iterates over the items and adds them.",
    "Delegates to a private helper.",
    "Adds a helper function for rounding.",
    "Sums with a loop.",
    "The result comes from `sumCents(cart)`.",
    "Calls computeTotal() once.",
    "```js\nreturn 0;\n```",
  ])("speaks of the implementation, and is quoted: %s", (text) => {
    const verdict = judgeSpecText(`An empty cart costs 0. ${text}`, known);

    expect(verdict).toMatchObject({ kind: "fail", code: "SPEC_CONTAMINATED" });
    const sentence = text.startsWith("```") ? "```js" : text;
    expect("reason" in verdict ? verdict.reason : "").toContain(sentence);
  });
});
