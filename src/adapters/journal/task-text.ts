import type { TaskName } from "../../domain/task-record.ts";
import { TaskRecord, taskText } from "../../domain/task-record.ts";
import { chainLine, readChainedLine } from "./journal-chain.ts";

/**
 * The text of a task's record, bound to its run and command: signed when there is a key, so that nobody
 * who can write refs brings a result that no job of ours has had.
 */
export function writeTaskText(name: TaskName, record: TaskRecord, key: string | null): string {
  return chainLine(placeOf(name), JSON.stringify(record), key).line;
}

/** Null for a text that was changed, moved from another task, or signed with another key. */
export function readTaskRecord(
  name: TaskName,
  text: string,
  key: string | null,
): TaskRecord | null {
  const read = readChainedLine(placeOf(name), text.trimEnd(), key);
  if (read.kind === "broken") return null;
  const record = TaskRecord.safeParse(JSON.parse(read.body));
  return record.success ? record.data : null;
}

function placeOf(name: TaskName): string {
  return `task ${taskText(name)}`;
}
