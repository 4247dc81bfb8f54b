import type Anthropic from "@anthropic-ai/sdk";
import { dollarsFor, priceOf, pricesAsOf } from "../../domain/prices.ts";
import type { Spend } from "../../domain/spend.ts";
import { addSpend, noSpend } from "../../domain/spend.ts";
import type { Clock } from "../../ports.ts";
import type { Failure } from "./api-failure.ts";
import type { TurnLimits } from "./claude-options.ts";

/** Counts what a turn uses and says when it has used enough. */
export interface TurnMeter {
  add(usage: Anthropic.Usage): { readonly request: Spend; readonly priceKnown: boolean };
  spend(): Spend;
  requestsLeft(): number;
  /** Milliseconds until the time limit; never negative. */
  timeLeft(): number;
  /** The limit that is reached, or null while there is room for one more request. */
  reached(): Failure | null;
}

export function createTurnMeter(model: string, limits: TurnLimits, clock: Clock): TurnMeter {
  const deadline = clock.now() + limits.minutes * 60_000;
  let total = noSpend;
  const timeLeft = () => Math.max(0, deadline - clock.now());
  return {
    add: (usage) => {
      const request = spendOf(model, usage);
      total = addSpend(total, request);
      return { request, priceKnown: priceOf(model).known };
    },
    spend: () => total,
    requestsLeft: () => limits.maxTurns - total.requests,
    timeLeft,
    reached: () => {
      if (total.dollars >= limits.dollars)
        return { why: "budget", detail: overBudget(model, total, limits) };
      if (total.requests >= limits.maxTurns) {
        return {
          why: "limit",
          detail: `The agent used all its ${limits.maxTurns} requests without an answer.`,
        };
      }
      if (timeLeft() === 0) {
        return {
          why: "limit",
          detail: `The agent used all its ${limits.minutes} minutes without an answer.`,
        };
      }
      return null;
    },
  };
}

function overBudget(model: string, total: Spend, limits: TurnLimits): string {
  const guess = priceOf(model).known
    ? ` Prices are those of ${pricesAsOf}.`
    : ` The price of ${model} is not known; the dearest known price was taken.`;
  return `The turn has cost $${total.dollars.toFixed(2)} of the $${limits.dollars.toFixed(2)} that it may cost.${guess}`;
}

function spendOf(model: string, usage: Anthropic.Usage): Spend {
  const tokens = {
    inputTokens: usage.input_tokens,
    cacheReadTokens: usage.cache_read_input_tokens ?? 0,
    cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
    outputTokens: usage.output_tokens,
  };
  return { requests: 1, ...tokens, dollars: dollarsFor(model, tokens) };
}
