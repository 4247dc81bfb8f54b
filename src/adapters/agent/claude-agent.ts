import Anthropic from "@anthropic-ai/sdk";
import type { Agent, Turn } from "../../ports.ts";
import type { ClaudeAgentOptions } from "./claude-options.ts";
import { takeClaudeTurn } from "./claude-turn.ts";

/**
 * A model behind the Messages API with our own tools: read, list, search, edit, write, remove, run_tests,
 * one finish tool for each kind of answer, give_up. No shell. Each turn is a fresh conversation. What the API refuses, and what limits
 * stop, comes back as `failed`.
 */
export function createClaudeAgent(options: ClaudeAgentOptions): Agent {
  const client = new Anthropic({
    apiKey: options.apiKey,
    authToken: null,
    maxRetries: options.maxRetries ?? 4,
    ...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl }),
  });
  return {
    takeTurn: (turn: Turn, signal: AbortSignal) =>
      takeClaudeTurn({ client, options }, turn, signal),
  };
}
