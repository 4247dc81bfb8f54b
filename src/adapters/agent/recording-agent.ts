import { mapStrings } from "../../domain/map-strings.ts";
import type { Redactor } from "../../domain/redact.ts";
import { createRedactor } from "../../domain/redact.ts";
import type { Unpack } from "../../domain/secrets/wrapped-texts.ts";
import type { Agent, Turn, TurnReply } from "../../ports.ts";
import { changesSince, stampDir } from "./dir-changes.ts";
import type { RecordedEdit, RecordedTurn } from "./recording.ts";
import { Recording } from "./recording.ts";

export interface RecordingOptions {
  /** Called after every turn with the whole recording so far; a crash loses one turn at most. */
  readonly save: (recording: Recording) => Promise<void>;
  /** What to go on from, when a recorded run is resumed. */
  readonly begun?: Recording;
  /** Values that must not be in a recording, besides what looks like a credential. */
  readonly secrets?: readonly string[];
  /** How to look for them in compressed data. */
  readonly unpack?: Unpack;
}

/** Wraps any agent and keeps what each turn did, in the form that the replay agent plays. */
export function createRecordingAgent(agent: Agent, options: RecordingOptions): Agent {
  const turns: RecordedTurn[] = [...(options.begun?.turns ?? [])];
  const hide = createRedactor(options.secrets ?? [], options.unpack);
  return {
    takeTurn: async (turn: Turn, signal: AbortSignal) => {
      const before = await stampDir(turn.dir);
      const reply = await agent.takeTurn(turn, signal);
      turns.push(recordedTurn(turn, reply, await changesSince(turn.dir, before)));
      await options.save(redacted({ version: 1, turns }, hide));
      return reply;
    },
  };
}

function recordedTurn(turn: Turn, reply: TurnReply, edits: readonly RecordedEdit[]): RecordedTurn {
  const { role, attempt, step } = turn;
  const of = step === undefined ? {} : { step };
  const common = { role, attempt, ...of, edits: [...edits], spend: reply.spend };
  return reply.kind === "finished"
    ? { ...common, answer: reply.answer, failed: null }
    : { ...common, answer: null, failed: { why: reply.why, detail: reply.detail } };
}

/** String by string: a pattern that ran over the JSON text could eat a quote and break it. */
function redacted(recording: Recording, hide: Redactor): Recording {
  return Recording.parse(mapStrings(recording, hide));
}
