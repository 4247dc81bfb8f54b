import type { Command } from "../domain/command.ts";
import type { Result } from "../domain/result.ts";
import type { Folded } from "../loop/fold.ts";
import { newBreaches } from "./layer-breaches.ts";
import type { Performing } from "./performing.ts";

type ApplyEdits = Extract<Command, { kind: "apply_edits" }>;

/** Makes replacements in a tree: all of them, or none when one does not fit exactly one place. */
export async function applyEdits(
  { id, tree, edits }: ApplyEdits,
  folded: Folded,
  { ports }: Performing,
): Promise<Result> {
  const base = { kind: "edits_applied", command: id } as const;
  const texts: Record<string, string> = {};
  for (const { path, old, new: replacement } of edits) {
    const text = texts[path] ?? (await ports.workspace.readFile(tree, path));
    const misfit = misfitOf(text, old, path);
    if (text === null || misfit !== null) return { ...base, tree, changes: [], misfit };
    texts[path] = text.replace(old, () => replacement);
  }
  const made = await ports.views.put(tree, texts);
  const breaches = await newBreaches(tree, made.tree, folded, ports);
  return {
    ...base,
    tree: made.tree,
    changes: [...made.changes],
    misfit: null,
    ...(breaches === undefined ? {} : { breaches }),
  };
}

function misfitOf(text: string | null, old: string, path: string): string | null {
  if (text === null) return `${path} is not there, or is no text`;
  const places = text.split(old).length - 1;
  if (places === 1) return null;
  return `the text to be replaced stands ${places} times in ${path}, not once`;
}
