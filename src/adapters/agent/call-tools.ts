import type Anthropic from "@anthropic-ai/sdk";
import type { Answer } from "../../domain/result.ts";
import type { AgentTool, ToolReply } from "./tools.ts";

export type CallOutcome =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "results"; readonly results: readonly Anthropic.ToolResultBlockParam[] };

/** Results are cut here, once, when they join the conversation: cutting later would spoil the cache. */
const LONGEST_RESULT = 32_000;

/**
 * Does what one answer of the model calls for, in order. An ending counts only when everything before it
 * worked: an agent that did not see its edit fail is not done.
 * @param cut the answer ended at the output limit, so that the last call may be incomplete
 */
export async function callTools(
  tools: readonly AgentTool[],
  calls: readonly Anthropic.ToolUseBlock[],
  cut: boolean,
): Promise<CallOutcome> {
  const results: Anthropic.ToolResultBlockParam[] = [];
  for (const [index, call] of calls.entries()) {
    const broken = results.some((result) => result.is_error === true);
    const reply =
      cut && index === calls.length - 1 ? fault(INCOMPLETE) : await callTool(tools, call, broken);
    if (reply.kind === "answer") return reply;
    results.push({
      type: "tool_result",
      tool_use_id: call.id,
      content: clip(reply.text),
      ...(reply.isError ? { is_error: true } : {}),
    });
  }
  return { kind: "results", results };
}

const INCOMPLETE =
  "This call was cut off at the output limit and was not carried out. Do it in smaller pieces: write a first part, then add to it with `edit`.";

async function callTool(
  tools: readonly AgentTool[],
  call: Anthropic.ToolUseBlock,
  broken: boolean,
): Promise<ToolReply> {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined) {
    const names = tools.map((candidate) => candidate.name).join(", ");
    return fault(`There is no tool ${JSON.stringify(call.name.slice(0, 60))}. You have: ${names}.`);
  }
  if (broken && isEnding(call.name)) {
    return fault(
      `Not taken: a call before this one failed. Look at it first; end when all is well.`,
    );
  }
  return tool.call(call.input);
}

function isEnding(name: string): boolean {
  return name === "give_up" || name.startsWith("finish_");
}

function clip(text: string): string {
  if (text.length <= LONGEST_RESULT) return text === "" ? "(nothing)" : text;
  return `${text.slice(0, LONGEST_RESULT)}\n… (cut; ${text.length - LONGEST_RESULT} characters more)`;
}

function fault(text: string): ToolReply {
  return { kind: "text", text, isError: true };
}
