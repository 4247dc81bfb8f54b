import type Anthropic from "@anthropic-ai/sdk";
import type { Role } from "../../domain/config.ts";
import type { Spend } from "../../domain/spend.ts";
import type { Clock } from "../../ports.ts";

/** The model that is used when the configuration names none. */
export const defaultModel = "claude-sonnet-5-5";

/** What one turn may use at most; the first limit that is reached ends it. */
export interface TurnLimits {
  /** Requests to the API. */
  readonly maxTurns: number;
  readonly dollars: number;
  readonly minutes: number;
}

/** Told after every request: what it cost, and what the turn has cost so far. */
export interface RequestUsage {
  readonly role: Role;
  readonly attempt: number;
  readonly model: string;
  readonly request: Spend;
  readonly turn: Spend;
  /** False when the model is in no price table and the dearest price was taken. */
  readonly priceKnown: boolean;
}

/** One request and its answer, as sent and received. It holds no key; headers are not part of it. */
export interface Exchange {
  readonly role: Role;
  readonly attempt: number;
  readonly request: Anthropic.MessageCreateParamsNonStreaming;
  readonly response: Anthropic.Message;
}

export interface ClaudeAgentOptions {
  readonly apiKey: string;
  /** Another Messages API, e.g. a gateway; the public one when absent. */
  readonly baseUrl?: string;
  readonly modelFor: (role: Role) => string;
  readonly limitsFor: (role: Role) => TurnLimits;
  readonly clock: Clock;
  readonly onUsage?: (usage: RequestUsage) => void;
  readonly record?: (exchange: Exchange) => void;
  /** How often the SDK tries again after 408, 409, 429, 5xx and broken connections. Default 4. */
  readonly maxRetries?: number;
  /** Directories outside the work directory where its links may lead: carried dependencies. */
  readonly readable?: readonly string[];
}
