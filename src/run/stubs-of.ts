import type { Task } from "../domain/command.ts";
import { saysNotImplemented } from "../domain/not-implemented.ts";
import type { LeftStub, ResultOf } from "../domain/result.ts";
import type { Folded } from "../loop/fold.ts";
import { unitOf } from "../loop/unit.ts";
import type { Snapshot, Workspace } from "../ports.ts";
import { changedTexts } from "./changed-texts.ts";

type Stubs = Pick<ResultOf<"turn_taken">, "sourceTexts" | "leftStubs">;
type Reading = Pick<Workspace, "readFile">;

/** What a turn has to do with stubs: a scaffolder makes them, those who implement replace them. */
export async function stubsOf(
  { role, tree }: Task,
  { state }: Folded,
  snapshot: Snapshot,
  workspace: Reading,
): Promise<Stubs> {
  if (role === "scaffolder") return { sourceTexts: await sourceTexts(tree, snapshot, workspace) };
  if (state.phase !== "green") return {};
  const trees = { base: unitOf(state).base.tree, red: state.red.tree, now: snapshot.tree };
  const paths = state.lock.allowlist.map((file) => file.path);
  const left = await Promise.all(paths.map((path) => leftIn(path, trees, workspace)));
  return { leftStubs: left.flat() };
}

/** A line that the file had before, elsewhere or indented otherwise, is not the scaffolder's. */
async function sourceTexts(
  before: string,
  snapshot: Snapshot,
  workspace: Reading,
): Promise<NonNullable<Stubs["sourceTexts"]>> {
  const texts = await changedTexts(before, snapshot, workspace);
  const own: NonNullable<Stubs["sourceTexts"]> = {};
  for (const [path, { text, added }] of Object.entries(texts)) {
    const old = new Set(linesOf(await workspace.readFile(before, path)));
    const lines = linesOf(text);
    own[path] = { text, added: added.filter((line) => !old.has(lines[line - 1] ?? "")) };
  }
  return own;
}

function linesOf(text: string | null): readonly string[] {
  return (text ?? "").split("\n").map((line) => line.trim());
}

interface Trees {
  readonly base: string;
  readonly red: string;
  readonly now: string;
}

/** Lines that say "not implemented", that RED brought and that are still there. */
async function leftIn(path: string, trees: Trees, workspace: Reading): Promise<LeftStub[]> {
  const red = markersIn(await workspace.readFile(trees.red, path));
  if (red.length === 0) return [];
  const base = new Set(markersIn(await workspace.readFile(trees.base, path)).map(textOf));
  const stubs = new Set(red.map(textOf).filter((text) => !base.has(text)));
  const now = markersIn(await workspace.readFile(trees.now, path));
  return now.filter(({ text }) => stubs.has(text)).map((marker) => ({ path, ...marker }));
}

interface Marker {
  readonly line: number;
  readonly text: string;
}

function markersIn(text: string | null): readonly Marker[] {
  const lines = linesOf(text).map((line, at) => ({ line: at + 1, text: line }));
  return lines.filter((line) => saysNotImplemented(line.text));
}

function textOf({ text }: Marker): string {
  return text;
}
