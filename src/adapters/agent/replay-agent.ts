import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { noSpend } from "../../domain/spend.ts";
import type { Agent, Turn, TurnReply } from "../../ports.ts";
import { confinedPlace } from "./broker-paths.ts";
import type { RecordedEdit, RecordedTurn, Recording } from "./recording.ts";

export interface ReplayOptions {
  /** Turns that an interrupted run has taken already, so that a resumed one goes on behind them. */
  readonly taken?: number;
}

/**
 * Plays recorded turns again, no model needed. A turn gets the first unplayed recording of its role
 * and attempt. Edits are kept inside the work directory but not held to `mayWrite`: a recording
 * may well show an agent that went too far, and the gates have to say so.
 */
export function createReplayAgent(recording: Recording, options: ReplayOptions = {}): Agent {
  const left = recording.turns.slice(options.taken ?? 0);
  return {
    takeTurn: async (turn: Turn) => {
      const at = left.findIndex(
        (candidate) =>
          candidate.role === turn.role &&
          candidate.attempt === turn.attempt &&
          (candidate.step === undefined || candidate.step === turn.step),
      );
      const recorded = left[at];
      if (recorded === undefined) return nothingRecorded(turn, left);
      left.splice(at, 1);
      return play(recorded, turn);
    },
  };
}

async function play(recorded: RecordedTurn, turn: Turn): Promise<TurnReply> {
  for (const edit of recorded.edits) {
    const problem = await apply(turn.dir, edit);
    if (problem === null) continue;
    const detail = `The recorded edit cannot be made: ${problem}.`;
    return { kind: "failed", why: "gave_up", detail, spend: recorded.spend };
  }
  if (recorded.answer !== null) {
    return { kind: "finished", answer: recorded.answer, spend: recorded.spend };
  }
  const { why, detail } = recorded.failed ?? { why: "gave_up" as const, detail: "" };
  return { kind: "failed", why, detail, spend: recorded.spend };
}

async function apply(dir: string, edit: RecordedEdit): Promise<string | null> {
  const place = await confinedPlace(dir, edit.path);
  if (place.kind === "refused") return place.why;
  if (edit.text === null) {
    await rm(place.absolute, { force: true });
    return null;
  }
  await mkdir(dirname(place.absolute), { recursive: true });
  await writeFile(place.absolute, edit.text);
  return null;
}

function nothingRecorded(turn: Turn, left: readonly RecordedTurn[]): TurnReply {
  const next = left[0];
  const has =
    next === undefined
      ? "It has no turns left"
      : `Its next turn is ${next.role}, attempt ${next.attempt}`;
  return {
    kind: "failed",
    why: "gave_up",
    detail: `The recording holds no turn for ${turn.role}${turn.step === undefined ? "" : ` of step ${turn.step}`}, attempt ${turn.attempt}. ${has}: the run took another way than when it was recorded. Record it again, or use an agent with a model.`,
    spend: noSpend,
  };
}
