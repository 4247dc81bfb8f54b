import { diffLines } from "diff";
import type { ResultOf } from "../domain/result.ts";
import { lostLines } from "../gates/red/lost-lines.ts";
import type { Snapshot, Workspace } from "../ports.ts";

/** What an agent wrote, and which of it is new: only new lines are judged as its work. */
export async function changedTexts(
  before: string,
  { tree, changes }: Snapshot,
  workspace: Pick<Workspace, "readFile">,
): Promise<TestTexts> {
  const texts: TestTexts = {};
  for (const { path, status } of changes) {
    if (status === "deleted") continue;
    const text = await workspace.readFile(tree, path);
    if (text === null) continue;
    const old = (await workspace.readFile(before, path)) ?? "";
    texts[path] = { text, added: addedLines(old, text), lost: lostLines(old, text) };
  }
  return texts;
}

type TestTexts = ResultOf<"turn_taken">["testTexts"];

/** Numbers, from 1, of the lines of `after` that `before` does not have. */
function addedLines(before: string, after: string): number[] {
  const added: number[] = [];
  let line = 1;
  for (const part of diffLines(before, after)) {
    if (part.removed) continue;
    if (part.added) added.push(...Array.from({ length: part.count }, (_, i) => line + i));
    line += part.count;
  }
  return added;
}
