import { on } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { TriedTests } from "../../domain/test-run.ts";
import type { Turn } from "../../ports.ts";
import { linesOf } from "../lines-of.ts";
import { createClaudeAgent } from "./claude-agent.ts";
import type { FromReader, ReaderTurn } from "./reader-messages.ts";
import { parseLine, ToReader } from "./reader-messages.ts";

/**
 * The other side of the channel: takes the one turn that it is told and says how it went. The model's key
 * comes with the turn. Ends when the turn has, or when whoever started it hangs up.
 */
export async function serveReader(input: Readable, output: Writable): Promise<void> {
  const hungUp = new AbortController();
  const lines = linesFrom(input, hungUp);
  const say = (message: FromReader): Promise<void> =>
    new Promise((resolve) => output.write(`${JSON.stringify(message)}\n`, () => resolve()));
  const first = await next(lines);
  if (first?.kind !== "turn") throw new Error("Bug: the first line is no turn.");
  const reply = await agentOf(first, say).takeTurn(turnOf(first, lines, say), hungUp.signal);
  await say(reply);
  input.destroy();
}

type Say = (message: FromReader) => Promise<void>;

function agentOf({ model, limits }: ReaderTurn, say: Say) {
  return createClaudeAgent({
    apiKey: model.apiKey,
    ...(model.baseUrl === null ? {} : { baseUrl: model.baseUrl }),
    ...(model.maxRetries === null ? {} : { maxRetries: model.maxRetries }),
    modelFor: () => model.name,
    limitsFor: () => limits,
    clock: { now: () => Date.now() },
    onUsage: (usage) => void say({ kind: "spent", spend: usage.turn }),
  });
}

function turnOf({ turn }: ReaderTurn, lines: AsyncIterator<string>, say: Say): Turn {
  const { mayRunTests, ...rest } = turn;
  const runTests = async (): Promise<TriedTests> => {
    await say({ kind: "run_tests" });
    const answer = await next(lines);
    if (answer?.kind !== "tests_ran") throw new Error("The loop hung up during a test run.");
    const { digest, isAsWanted } = answer;
    return { digest, isAsWanted };
  };
  return { ...rest, runTests: mayRunTests ? runTests : null };
}

async function next(lines: AsyncIterator<string>): Promise<ToReader | null> {
  const line = await lines.next();
  return line.done === true ? null : ToReader.parse(parseLine(line.value));
}

/** Listens from the start, so that a hang-up is noticed while the model is at work. */
async function* linesFrom(input: Readable, hungUp: AbortController): AsyncGenerator<string> {
  input.once("end", () => hungUp.abort());
  const lines: string[] = [];
  const hear = linesOf((line) => lines.push(line));
  for await (const [chunk] of on(input, "data", { close: ["end"] })) {
    hear(chunk as Buffer);
    yield* lines.splice(0);
  }
}
