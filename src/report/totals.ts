import type { Spend } from "../domain/spend.ts";
import { addSpend, noSpend } from "../domain/spend.ts";

/** What a run adds up to. */
export interface Totals {
  readonly spend: Spend;
  /** Share of input tokens that came from the cache; null when no model was asked. */
  readonly cachedShare: number | null;
  readonly testRuns: number;
  readonly turns: number;
  /** Turns of agents that tell nobody what they used. */
  readonly unknownTurns: number;
}

export function totalsOf(turns: readonly { readonly spend: Spend }[], testRuns: number): Totals {
  const spend = turns.reduce((sum, turn) => addSpend(sum, turn.spend), noSpend);
  return {
    spend,
    cachedShare: cachedShare(spend),
    testRuns,
    turns: turns.length,
    unknownTurns: turns.filter((turn) => isSpendUnknown(turn.spend)).length,
  };
}

function cachedShare(spend: Spend): number | null {
  const input = spend.inputTokens + spend.cacheReadTokens + spend.cacheWriteTokens;
  return input === 0 ? null : spend.cacheReadTokens / input;
}

/** Asked, and without one figure: a coding CLI tells nobody what it used. */
export function isSpendUnknown(spend: Spend): boolean {
  const tokens =
    spend.inputTokens + spend.cacheReadTokens + spend.cacheWriteTokens + spend.outputTokens;
  return spend.requests > 0 && tokens === 0 && spend.dollars === 0;
}
