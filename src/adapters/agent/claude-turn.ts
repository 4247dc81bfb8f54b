import type Anthropic from "@anthropic-ai/sdk";
import type { Answer } from "../../domain/result.ts";
import type { Turn, TurnReply } from "../../ports.ts";
import { answerForm } from "./answer-form.ts";
import type { Failure } from "./api-failure.ts";
import { apiFailure } from "./api-failure.ts";
import { createBroker } from "./broker.ts";
import { callTools } from "./call-tools.ts";
import type { ClaudeAgentOptions } from "./claude-options.ts";
import type { ChatMessage } from "./messages-request.ts";
import { firstMessage, messagesRequest } from "./messages-request.ts";
import type { AgentTool } from "./tools.ts";
import { isReader, toolsFor } from "./tools.ts";
import type { TurnMeter } from "./turn-meter.ts";
import { createTurnMeter } from "./turn-meter.ts";

interface Deps {
  readonly client: Anthropic;
  readonly options: ClaudeAgentOptions;
}

/** Everything that one turn holds while it runs. `messages` only grows: its prefix stays cached. */
interface Session {
  readonly turn: Turn;
  readonly model: string;
  readonly tools: readonly AgentTool[];
  readonly meter: TurnMeter;
  readonly messages: ChatMessage[];
  /** Answers in a row that held no tool call, and that were cut off. */
  silent: number;
  truncated: number;
}

type Step =
  | { readonly kind: "go_on"; readonly say: readonly Anthropic.ContentBlockParam[] }
  | { readonly kind: "end"; readonly end: End };
type End =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "failure"; readonly failure: Failure };

const MOST_TRUNCATED = 3;

/** Asks, does what the model calls for, and asks again until it hands in an answer or meets a limit. */
export async function takeClaudeTurn(
  deps: Deps,
  turn: Turn,
  signal: AbortSignal,
): Promise<TurnReply> {
  const session = openSession(deps.options, turn);
  for (;;) {
    const end = await takeStep(deps, session, signal);
    if (end === null) continue;
    const spend = session.meter.spend();
    return end.kind === "failure"
      ? { kind: "failed", ...end.failure, spend }
      : { kind: "finished", answer: end.answer, spend };
  }
}

/** One request, and what follows from its answer; null while the turn goes on. */
async function takeStep(deps: Deps, session: Session, signal: AbortSignal): Promise<End | null> {
  const limit = signal.aborted ? stopped : session.meter.reached();
  if (limit !== null) return { kind: "failure", failure: limit };
  const asked = await ask(deps, session, signal);
  if (asked.kind === "failure") return asked;
  const { content } = asked.response;
  const step = await react(session, asked.response);
  if (step.kind === "end") return step.end;
  if (content.length > 0) session.messages.push({ role: "assistant", content });
  if (step.say.length > 0) session.messages.push({ role: "user", content: step.say });
  return null;
}

const stopped: Failure = { why: "limit", detail: "The turn was stopped." };

function openSession(options: ClaudeAgentOptions, turn: Turn): Session {
  const broker = createBroker({
    dir: turn.dir,
    mayWrite: isReader(turn.role) ? [] : turn.mayWrite,
    readable: options.readable ?? [],
    lineNumbers: isReader(turn.role),
  });
  const model = options.modelFor(turn.role);
  return {
    turn,
    model,
    tools: toolsFor(turn, broker),
    meter: createTurnMeter(model, options.limitsFor(turn.role), options.clock),
    messages: [firstMessage(turn)],
    silent: 0,
    truncated: 0,
  };
}

type Asked =
  | { readonly kind: "response"; readonly response: Anthropic.Message }
  | { readonly kind: "failure"; readonly failure: Failure };

async function ask(deps: Deps, session: Session, signal: AbortSignal): Promise<Asked> {
  const { turn, model, meter, messages, tools } = session;
  const request = messagesRequest(model, turn, tools, messages);
  const deadline = AbortSignal.timeout(Math.min(meter.timeLeft(), 2 ** 31 - 1));
  try {
    const response = await deps.client.messages.create(request, {
      signal: AbortSignal.any([signal, deadline]),
    });
    if (!isMessage(response)) return { kind: "failure", failure: notTheApi };
    const { request: spent, priceKnown } = meter.add(response.usage);
    const { role, attempt } = turn;
    const usage = { role, attempt, model, request: spent, turn: meter.spend(), priceKnown };
    deps.options.onUsage?.(usage);
    deps.options.record?.({ role, attempt, request, response });
    return { kind: "response", response };
  } catch (error) {
    if (deadline.aborted && !signal.aborted) return { kind: "failure", failure: outOfTime };
    const failure = apiFailure(error, model);
    if (failure === null) throw error;
    return { kind: "failure", failure };
  }
}

const outOfTime: Failure = { why: "limit", detail: "The agent's time was over while it answered." };
const notTheApi: Failure = {
  why: "unreachable",
  detail: "What answered is not a Messages API. Check the base URL.",
};

/** The SDK hands on whatever JSON came; a gateway's own page is told from a message here. */
function isMessage(response: Partial<Anthropic.Message> | null): response is Anthropic.Message {
  return (
    typeof response === "object" &&
    Array.isArray(response?.content) &&
    typeof response.usage?.input_tokens === "number"
  );
}

async function react(session: Session, response: Anthropic.Message): Promise<Step> {
  switch (response.stop_reason) {
    case "refusal":
      return fail({ why: "refused", detail: `The model refused the task. ${textOf(response)}` });
    case "model_context_window_exceeded":
      return fail({ why: "limit", detail: "The conversation outgrew the model's context window." });
    case "pause_turn":
      return { kind: "go_on", say: [] };
    default:
      return work(session, response);
  }
}

async function work(session: Session, response: Anthropic.Message): Promise<Step> {
  const cut = response.stop_reason === "max_tokens";
  session.truncated = cut ? session.truncated + 1 : 0;
  if (session.truncated >= MOST_TRUNCATED) {
    return fail({ why: "limit", detail: `${MOST_TRUNCATED} answers in a row were cut off.` });
  }
  const calls = response.content.filter((block) => block.type === "tool_use");
  if (calls.length === 0) return cut ? say(CUT_OFF) : remind(session, response);
  session.silent = 0;
  const outcome = await callTools(session.tools, calls, cut);
  if (outcome.kind === "answer") return { kind: "end", end: outcome };
  const left = session.meter.requestsLeft();
  const warning = left > 0 && left <= 3 ? [textBlock(fewLeft(left, session.turn))] : [];
  return { kind: "go_on", say: [...outcome.results, ...warning] };
}

function remind(session: Session, response: Anthropic.Message): Step {
  session.silent += 1;
  const finish = answerForm(session.turn.role).tool;
  if (session.silent === 1) return say(reminder(finish));
  return fail({
    why: "bad_answer",
    detail: `The agent ended without calling ${finish}. It said: ${textOf(response)}`,
  });
}

const CUT_OFF =
  "Your answer was cut off at the output limit. Go on in smaller steps: short texts, one file at a time.";

function reminder(finish: string): string {
  return `You ended without calling a tool. If the work is done, call \`${finish}\` with the filled form now; if not, go on.`;
}

function fewLeft(left: number, { role }: Turn): string {
  const finish = answerForm(role).tool;
  return `${left} ${left === 1 ? "step is" : "steps are"} left in this turn. Bring it to an end with \`${finish}\`.`;
}

function say(text: string): Step {
  return { kind: "go_on", say: [textBlock(text)] };
}

function fail(failure: Failure): Step {
  return { kind: "end", end: { kind: "failure", failure } };
}

function textBlock(text: string): Anthropic.TextBlockParam {
  return { type: "text", text };
}

function textOf(response: Anthropic.Message): string {
  const words = response.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return words.join(" ").replaceAll(/\s+/gu, " ").slice(0, 500) || "(no text)";
}
