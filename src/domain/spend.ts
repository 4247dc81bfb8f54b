import { z } from "zod";

/** What model calls cost: tokens as the API reports them, dollars from the dated price table. */
export const Spend = z.object({
  requests: z.number(),
  inputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  outputTokens: z.number(),
  dollars: z.number(),
});
export type Spend = z.infer<typeof Spend>;

export const noSpend: Spend = {
  requests: 0,
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  dollars: 0,
};

export function addSpend(a: Spend, b: Spend): Spend {
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    dollars: a.dollars + b.dollars,
  };
}
