import type { Role } from "../../domain/config.ts";
import { oneLine } from "../../domain/outbound-text.ts";
import { dollarsFor, pricesAsOf } from "../../domain/prices.ts";
import type { RunState } from "../../loop/state.ts";
import { planText } from "../run/plan-text.ts";

/** One prompt as it would be sent first, with its size; `dollars` is for all requests of the turn. */
export interface PromptPlan {
  readonly role: Role;
  readonly characters: number;
  readonly tokens: number;
  /** Who is asked: a model, or the command line of a coding CLI. */
  readonly who: string;
  /** Null where nobody knows. */
  readonly dollars: number | null;
  readonly text: string;
  /** What no other role is told. */
  readonly own: string;
}

/** Requests of one turn, from live runs; a guess that the estimate names as such. */
const usualRequests: Partial<Record<Role, number>> = { writer: 10, implementer: 8, critic: 3 };

/** Each further request reads the prefix from the cache and adds about 1,500 tokens of results. */
export function estimate(role: Role, tokens: number, model: string): number {
  const requests = usualRequests[role] ?? 5;
  const grown = 1_500 * requests;
  return dollarsFor(model, {
    inputTokens: 0,
    cacheWriteTokens: tokens + grown,
    cacheReadTokens: (tokens + grown / 2) * (requests - 1),
    outputTokens: 400 * requests,
  });
}

/** A dry run for a person: the plan, the size and price of the prompts, and the prompts. */
export function dryRunText(state: RunState, prompts: readonly PromptPlan[]): string {
  return [
    "Dry run: no agent was asked, no test was run, nothing was changed.",
    "",
    planText(state),
    "",
    "Prompts",
    ...prompts.map(sizeLine),
    `  ${estimateText(prompts, turnsOf(state, prompts), state.request.config.limits.dollars)}`,
    ...promptTexts(prompts),
  ].join("\n");
}

/** A loop spec takes a turn for each of its steps, of which only the first are shown. */
function turnsOf(state: RunState, prompts: readonly PromptPlan[]): number {
  return state.phase === "loop_steps" ? state.loop.tasks.length : prompts.length;
}

/** No figure where a coding CLI does all the work: it tells nobody what it uses. */
function estimateText(prompts: readonly PromptPlan[], turns: number, limit: number): string {
  const known = prompts.flatMap(({ dollars }) => dollars ?? []);
  if (known.length === 0) return "spend unknown: these agents tell nobody what they use";
  const shown = known.reduce((all, dollars) => all + dollars, 0);
  const sum = (shown * turns) / prompts.length;
  const rest = known.length < prompts.length ? ", and what the others use, which is unknown" : "";
  const many = turns > prompts.length ? ` in ${turns} turns` : "";
  return `about $${sum.toFixed(2)}${many} when all goes well${rest} (prices of ${pricesAsOf}; a guess, the limit is $${limit})`;
}

/** What a machine is told of a prompt. */
export function asFacts({ own: _own, ...facts }: PromptPlan) {
  return facts;
}

/** Most of each prompt is the same for all roles: that is shown once, the sizes are of the whole. */
function promptTexts(prompts: readonly PromptPlan[]): readonly string[] {
  const [first] = prompts;
  if (first === undefined) return [];
  const shared = first.text.slice(0, first.text.length - first.own.length).trim();
  const isOfAll = prompts.every(({ text }) => text.startsWith(shared));
  const parts = prompts.map(({ role, own, text }) => [role, isOfAll ? own : text] as const);
  const before = isOfAll ? [["all roles", shared] as const] : [];
  return [...before, ...parts].flatMap(([who, text]) => ["", `----- ${who} -----`, text]);
}

function sizeLine({ role, who, characters, tokens, dollars }: PromptPlan): string {
  const money = dollars === null ? "spend unknown" : `about $${dollars.toFixed(3)} a turn`;
  return `  ${role.padEnd(12)} ${characters} characters, about ${tokens} tokens, ${money}, to ${oneLine(who, 80)}`;
}
