import type Anthropic from "@anthropic-ai/sdk";
import type { Answer } from "../../domain/result.ts";
import type { AgentTool, ToolReply } from "./tools.ts";

export type CallOutcome =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "results"; readonly results: readonly Anthropic.ToolResultBlockParam[] };

/** Results are cut here, once, when they join the conversation: cutting later would spoil the cache. */
const LONGEST_RESULT = 32_000;

/**
 * Does what one answer of the model calls for, in order, the ending last. An ending counts only when
 * everything else in the answer worked: an agent that did not see its edit fail, or its tests, is not done.
 * @param cut the answer ended at the output limit, so that the last call may be incomplete
 */
export async function callTools(
  tools: readonly AgentTool[],
  calls: readonly Anthropic.ToolUseBlock[],
  cut: boolean,
): Promise<CallOutcome> {
  const replies = new Map<Anthropic.ToolUseBlock, TextReply>();
  const incomplete = cut ? calls.at(-1) : undefined;
  const endings = calls.filter((call) => isEnding(call.name));
  for (const call of [...calls.filter((one) => !endings.includes(one)), ...endings]) {
    const held = isEnding(call.name) ? whyHeld(call.name, [...replies.values()]) : null;
    const reply = call === incomplete ? fault(INCOMPLETE) : await callTool(tools, call, held);
    if (reply.kind === "answer") return reply;
    replies.set(call, reply);
  }
  return { kind: "results", results: calls.map((call) => resultOf(call, replies.get(call))) };
}

type TextReply = Extract<ToolReply, { kind: "text" }>;

/** Why the turn does not end with this answer, or null. Tests that stay red are a reason to give up. */
function whyHeld(ending: string, replies: readonly TextReply[]): string | null {
  if (replies.some((reply) => reply.isError)) return "another call in the same answer failed";
  if (ending === GIVE_UP) return null;
  return replies.find((reply) => reply.holds !== undefined)?.holds ?? null;
}

function resultOf(
  call: Anthropic.ToolUseBlock,
  reply: TextReply = fault(INCOMPLETE),
): Anthropic.ToolResultBlockParam {
  return {
    type: "tool_result",
    tool_use_id: call.id,
    content: clip(reply.text),
    ...(reply.isError ? { is_error: true } : {}),
  };
}

const GIVE_UP = "give_up";
const INCOMPLETE =
  "This call was cut off at the output limit and was not carried out. Do it in smaller pieces: write a first part, then add to it with `edit`.";

async function callTool(
  tools: readonly AgentTool[],
  call: Anthropic.ToolUseBlock,
  held: string | null,
): Promise<ToolReply> {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined) {
    const names = tools.map((candidate) => candidate.name).join(", ");
    return fault(`There is no tool ${JSON.stringify(call.name.slice(0, 60))}. You have: ${names}.`);
  }
  if (held !== null) return fault(`Not taken: ${held}. Look at it first; end when all is well.`);
  return tool.call(call.input);
}

function isEnding(name: string): boolean {
  return name === GIVE_UP || name.startsWith("finish_");
}

function clip(text: string): string {
  if (text.length <= LONGEST_RESULT) return text === "" ? "(nothing)" : text;
  return `${text.slice(0, LONGEST_RESULT)}\n… (cut; ${text.length - LONGEST_RESULT} characters more)`;
}

function fault(text: string): TextReply {
  return { kind: "text", text, isError: true };
}
