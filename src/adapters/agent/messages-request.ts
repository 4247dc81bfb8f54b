import type Anthropic from "@anthropic-ai/sdk";
import type { Turn } from "../../ports.ts";
import type { AgentTool } from "./tools.ts";

type Block = Anthropic.ContentBlockParam;

/** One message of the conversation; only ever appended, never changed. */
export interface ChatMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly Block[];
}

/** Below the limit up to which the API answers without streaming within its ten minutes. */
const MOST_OUTPUT_TOKENS = 20_000;
const breakpoint = { type: "ephemeral" } as const;
/** The last tool that every role is offered. */
const LAST_COMMON = "give_up";

/**
 * The first message: what all roles share, what all share who come after RED, then the task. A block
 * each, so that what is shared stays cached while tasks differ.
 */
export function firstMessage(turn: Turn): ChatMessage {
  const blocks = [turn.shared, turn.sealed, turn.task].filter((text) => text.trim() !== "");
  return { role: "user", content: blocks.map((text) => ({ type: "text", text })) };
}

/**
 * The whole request, stable parts first: tools, system, shared, sealed tests, task, then the conversation,
 * which is only ever appended to. At most four cache breakpoints (the API's limit): system, the last block
 * that roles share, and the last two messages of ours; the older of these lets a long step still find what
 * the one before wrote. What an earlier role wrote up to a block before is found from there, too: the API
 * looks back over 20 blocks.
 * A role that shares no block (behind a boundary, or alone on a step) marks the tools instead: all roles have them.
 */
export function messagesRequest(
  model: string,
  turn: Turn,
  tools: readonly AgentTool[],
  messages: readonly ChatMessage[],
): Anthropic.MessageCreateParamsNonStreaming {
  const isAlone = turn.shared === "";
  return {
    model,
    max_tokens: MOST_OUTPUT_TOKENS,
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema,
      ...(isAlone && tool.name === LAST_COMMON ? { cache_control: breakpoint } : {}),
    })),
    system: [{ type: "text", text: turn.system, cache_control: breakpoint }],
    messages: withBreakpoints(messages, isAlone),
  };
}

function withBreakpoints(
  messages: readonly ChatMessage[],
  isAlone: boolean,
): Anthropic.MessageParam[] {
  const ours = messages.flatMap((message, index) => (message.role === "user" ? [index] : []));
  const marked = new Set(ours.slice(-2));
  return messages.map(({ role, content }, index) => {
    const marks = new Set<number>();
    if (index === 0 && !isAlone) marks.add(Math.max(0, content.length - 2));
    if (marked.has(index)) marks.add(content.length - 1);
    return {
      role,
      content: content.map((block, at) => (marks.has(at) ? withMark(block) : block)),
    };
  });
}

function withMark(block: Block): Block {
  return block.type === "text" || block.type === "tool_result"
    ? { ...block, cache_control: breakpoint }
    : block;
}
