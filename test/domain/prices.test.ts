import { expect, test } from "vitest";
import { dollarsFor, priceOf } from "../../src/domain/prices.ts";

const million = { inputTokens: 1e6, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

test.each([
  ["claude-sonnet-5-5", 2, 10, 0.1, 2.5],
  ["claude-sonnet-5", 2, 10, 0.2, 2.5],
  ["claude-opus-5-5", 4, 20, 0.2, 5],
  ["claude-opus-4-8", 5, 25, 0.5, 6.25],
  ["claude-haiku-4-5-20251001", 1, 5, 0.1, 1.25],
])("knows the price of %s", (model, input, output, cacheRead, cacheWrite) => {
  const price = priceOf(model);
  expect(price.known).toBe(true);
  expect([price.input, price.output]).toEqual([input, output]);
  expect(price.cacheRead).toBeCloseTo(cacheRead, 9);
  expect(price.cacheWrite).toBeCloseTo(cacheWrite, 9);
});

test("takes the dearest price for a model that it does not know, and says so", () => {
  for (const model of ["claude-fable-9", "claude-sonnet-5-9", "gpt", "claude-sonnet-5-5x"]) {
    expect(priceOf(model)).toMatchObject({ known: false, input: 15, output: 75 });
  }
});

test("prices a long prompt by its band, cached tokens counted", () => {
  const short = { ...million, inputTokens: 50_000, cacheReadTokens: 50_000 };
  expect(dollarsFor("claude-haiku-5-5", short)).toBeCloseTo(0.05 * 0.1 + 0.05 * 0.01, 9);
  const long = { ...short, cacheReadTokens: 50_001 };
  expect(dollarsFor("claude-haiku-5-5", long)).toBeCloseTo(0.05 * 0.5 + 0.050001 * 0.05, 9);
});

test("adds up the four kinds of tokens", () => {
  const tokens = {
    inputTokens: 1e6,
    cacheReadTokens: 1e6,
    cacheWriteTokens: 1e6,
    outputTokens: 1e6,
  };
  expect(dollarsFor("claude-sonnet-5-5", tokens)).toBeCloseTo(2 + 0.1 + 2.5 + 10, 9);
});
