import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  ContentTooLargeError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from "@anthropic-ai/sdk";
import { z } from "zod";
import type { TurnReply } from "../../ports.ts";

/** Why a request got no usable answer, in the words of a turn's reply. */
export interface Failure {
  readonly why: Extract<TurnReply, { kind: "failed" }>["why"];
  readonly detail: string;
}

/**
 * What an exception of the SDK means, or null when it is none of the API's: a bug then, to be thrown on.
 * The SDK has retried by itself before it throws.
 */
export function apiFailure(error: unknown, model: string): Failure | null {
  if (error instanceof APIUserAbortError) return { why: "limit", detail: "The turn was stopped." };
  if (error instanceof APIConnectionTimeoutError) {
    return unreachable("The model's API did not answer in time. Try again later.");
  }
  if (error instanceof APIConnectionError) {
    return unreachable(
      `The model's API cannot be reached (${causeOf(error)}). Check the network and the base URL.`,
    );
  }
  return error instanceof APIError ? statusFailure(error, model) : null;
}

function statusFailure(error: APIError, model: string): Failure {
  const said = `${error.status ?? "no status"}: ${wordsOf(error)}`;
  if (error instanceof AuthenticationError) {
    return unreachable(`The API refused the key (${said}). Set a valid ANTHROPIC_API_KEY.`);
  }
  if (error instanceof PermissionDeniedError) {
    return unreachable(`The key may not use ${model} (${said}). Use another key or model.`);
  }
  if (error instanceof NotFoundError) {
    return unreachable(`The API does not know ${model} (${said}). Set another agent.model.`);
  }
  if (error instanceof RateLimitError) {
    return unreachable(`The API's rate limit was hit again and again (${said}). Resume later.`);
  }
  if (error instanceof ContentTooLargeError) {
    return { why: "limit", detail: `The conversation became too large for the API (${said}).` };
  }
  if (error.status !== undefined && error.status >= 500) {
    return unreachable(`The API is down or overloaded (${said}). Resume later.`);
  }
  return unreachable(`The API refused the request to ${model} (${said}).`);
}

function unreachable(detail: string): Failure {
  return { why: "unreachable", detail };
}

/** The API's own sentence, out of its JSON and cut: it is foreign text on its way to a person. */
function wordsOf(error: APIError): string {
  const said = Body.safeParse(error.error).data?.error.message;
  const text = said ?? error.message.replace(/^\d{3} /, "");
  return text
    .replaceAll(/\s+/gu, " ")
    .replace(/(?<![.\s])[.\s]+$/, "")
    .slice(0, 300);
}

const Body = z.object({ error: z.object({ message: z.string() }) });

function causeOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
  return code.slice(0, 120);
}
