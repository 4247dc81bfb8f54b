import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Played {
  readonly status?: number;
  readonly content?: readonly unknown[];
  readonly stop?: string;
  readonly error?: string;
  readonly body?: string;
  readonly hang?: boolean;
  readonly usage?: Record<string, number>;
}

export interface SentBlock {
  readonly type: string;
  readonly text?: string;
  readonly content?: string;
  readonly is_error?: boolean;
  readonly cache_control?: unknown;
}

export interface SentRequest {
  readonly model: string;
  readonly tools: readonly { readonly name: string; readonly input_schema: { type: string } }[];
  readonly system: readonly SentBlock[];
  readonly messages: readonly { readonly role: string; readonly content: readonly SentBlock[] }[];
}

/** A Messages API on loopback that answers from a list, in order, and keeps what it was sent. */
export interface MessagesApi extends AsyncDisposable {
  readonly url: string;
  readonly requests: SentRequest[];
}

export async function playMessagesApi(script: readonly Played[]): Promise<MessagesApi> {
  const left = [...script];
  const requests: SentRequest[] = [];
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    requests.push(JSON.parse(Buffer.concat(chunks).toString("utf8")) as SentRequest);
    const played = left.shift() ?? { status: 500, error: "the script is over" };
    if (played.hang === true) return;
    const status = played.status ?? 200;
    outgoing.writeHead(status, { "content-type": "application/json", "retry-after-ms": "1" });
    outgoing.end(played.body ?? JSON.stringify(bodyOf(played, status)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function bodyOf(played: Played, status: number): unknown {
  if (status !== 200) {
    return { type: "error", error: { type: "api_error", message: played.error ?? "no" } };
  }
  const content = played.content ?? [];
  const calls = content.some((block) => (block as { type: string }).type === "tool_use");
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "played",
    content,
    stop_reason: played.stop ?? (calls ? "tool_use" : "end_turn"),
    stop_sequence: null,
    usage: {
      input_tokens: 100,
      output_tokens: 10,
      cache_read_input_tokens: 1_000,
      cache_creation_input_tokens: 200,
      ...played.usage,
    },
  };
}

let serial = 0;

export function call(name: string, input: unknown = {}): unknown {
  serial += 1;
  return { type: "tool_use", id: `toolu_${serial}`, name, input };
}

export function words(text: string): unknown {
  return { type: "text", text };
}
