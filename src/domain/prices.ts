import type { Spend } from "./spend.ts";

/** When the prices below were compared with the published price list. */
export const pricesAsOf = "2026-11-30";

/** Dollars per million tokens. A cache write is the five-minute kind: 1.25 times the input price. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** False when the model is not in the table and the dearest price stands in for it. */
  readonly known: boolean;
}

/** Tokens of one request, in the words of the API's `usage`. */
export type TokenCount = Pick<
  Spend,
  "inputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "outputTokens"
>;

interface Row {
  readonly model: string;
  readonly input: number;
  readonly output: number;
  /** Price of a cache read, as a part of the input price. */
  readonly read: number;
  /** Prices are multiplied by `times` when a prompt has more than `over` tokens. */
  readonly long?: { readonly over: number; readonly times: number };
}

/** Longest name first where one is the beginning of another. */
const TABLE: readonly Row[] = [
  { model: "claude-fable-5-1", input: 10, output: 50, read: 0.025 },
  { model: "claude-mythos-5-1", input: 10, output: 50, read: 0.025 },
  { model: "claude-fable-5", input: 10, output: 50, read: 0.1 },
  { model: "claude-mythos-5", input: 10, output: 50, read: 0.1 },
  { model: "claude-opus-5-5", input: 4, output: 20, read: 0.05 },
  { model: "claude-opus-5", input: 5, output: 25, read: 0.1 },
  { model: "claude-opus-4-5", input: 5, output: 25, read: 0.1 },
  { model: "claude-opus-4-6", input: 5, output: 25, read: 0.1 },
  { model: "claude-opus-4-7", input: 5, output: 25, read: 0.1 },
  { model: "claude-opus-4-8", input: 5, output: 25, read: 0.1 },
  { model: "claude-sonnet-5-5", input: 2, output: 10, read: 0.05 },
  { model: "claude-sonnet-5", input: 2, output: 10, read: 0.1 },
  { model: "claude-sonnet-4-5", input: 3, output: 15, read: 0.1 },
  { model: "claude-sonnet-4-6", input: 3, output: 15, read: 0.1 },
  {
    model: "claude-haiku-5-5",
    input: 0.1,
    output: 0.5,
    read: 0.1,
    long: { over: 100_000, times: 5 },
  },
  { model: "claude-haiku-4-5", input: 1, output: 5, read: 0.1 },
];

/** Dearer than every known model, so that a limit in dollars is met too early rather than too late. */
const UNKNOWN: Row = { model: "", input: 15, output: 75, read: 0.1 };

/**
 * The price of a model, by its id with or without a date at the end.
 * @param promptTokens input tokens of the request, cached ones included: some models have two bands
 */
export function priceOf(model: string, promptTokens = 0): Price {
  const row = TABLE.find((known) => isModel(model, known.model));
  const { input, output, read, long } = row ?? UNKNOWN;
  const times = long !== undefined && promptTokens > long.over ? long.times : 1;
  return {
    input: input * times,
    output: output * times,
    cacheRead: input * times * read,
    cacheWrite: input * times * 1.25,
    known: row !== undefined,
  };
}

function isModel(model: string, name: string): boolean {
  return (
    model === name || (model.startsWith(`${name}-`) && /^\d{8}/u.test(model.slice(name.length + 1)))
  );
}

/** What one request cost, in dollars. */
export function dollarsFor(model: string, tokens: TokenCount): number {
  const prompt = tokens.inputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens;
  const price = priceOf(model, prompt);
  return (
    (tokens.inputTokens * price.input +
      tokens.cacheReadTokens * price.cacheRead +
      tokens.cacheWriteTokens * price.cacheWrite +
      tokens.outputTokens * price.output) /
    1_000_000
  );
}
