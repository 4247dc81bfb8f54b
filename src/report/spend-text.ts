import type { Spend } from "../domain/spend.ts";
import { formatDollars, formatShare, formatTokens } from "./figures.ts";
import type { Totals } from "./totals.ts";
import { isSpendUnknown } from "./totals.ts";

/** What a run has cost, in a few words: never a figure that nobody gave. */
export function spendText({ spend, turns, unknownTurns }: Totals): string {
  if (turns === 0) return "nothing spent";
  if (unknownTurns === 0) return formatDollars(spend.dollars);
  const known = spend.dollars > 0 ? `${formatDollars(spend.dollars)} and more: ` : "";
  const some = known === "" ? "" : ` of ${unknownTurns} of ${turns} turns`;
  return `${known}spend${some} unknown`;
}

/** The share of the input that came from the cache; empty when there was no input to speak of. */
export function cachedText({ cachedShare }: Totals): string {
  return cachedShare === null ? "" : ` (${formatShare(cachedShare)} of the input cached)`;
}

/** Tokens in and out, or nothing where none were counted. */
export function tokensText({ spend, cachedShare }: Totals): string {
  const input = spend.inputTokens + spend.cacheReadTokens + spend.cacheWriteTokens;
  if (cachedShare === null) return "";
  return `${formatTokens(input)} tokens in (${formatShare(cachedShare)} cached), ${formatTokens(spend.outputTokens)} out`;
}

/** What one turn has cost. */
export function turnSpend(spend: Spend): string {
  return isSpendUnknown(spend) ? "spend unknown" : formatDollars(spend.dollars);
}
