import { demoRecording } from "../../src/entry/demo/demo-repository.ts";

/** One recorded turn, loose enough to be tampered with. */
interface Turn {
  role: string;
  attempt: number;
  edits: { path: string; text: string }[];
  answer: unknown;
  failed: unknown;
  spend: unknown;
}

const approved = demoRecording.turns.filter(({ role }) => role === "critic").at(-1);

/** The demo's turns without a finding of the critic: writer, scaffolder, implementer, critic. */
export function shortRecording(change: (turns: Turn[]) => void = () => undefined) {
  const turns: Turn[] = structuredClone(demoRecording.turns.slice(0, 3));
  if (approved !== undefined) turns.push({ ...structuredClone(approved), attempt: 1 });
  change(turns);
  return { version: 1, turns };
}

/** The turn of a role, to be changed. */
export function turnOf(turns: Turn[], role: string): Turn {
  const found = turns.find((turn) => turn.role === role);
  if (found === undefined) throw new Error(`No turn of ${role}.`);
  return found;
}
