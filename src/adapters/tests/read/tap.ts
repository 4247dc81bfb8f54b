import { Parser } from "tap-parser";

/** One `ok` or `not ok` line of a TAP stream, with what stands around it. */
export interface TapPoint {
  /** Names from the outermost subtest inwards, this point's own last. */
  readonly path: readonly string[];
  readonly ok: boolean;
  readonly skip: boolean;
  readonly todo: boolean;
  /** The YAML block as `key: value` lines; empty when there is none. */
  readonly diagnostics: string;
  readonly diag: Readonly<Record<string, unknown>>;
  /** Closes a subtest: its children were points too. */
  readonly closesSubtest: boolean;
  /** The last `# name` comment before it, tape's way to name a test. */
  readonly group: string;
  /** Comments and stray lines since the point before, and those that follow it directly. */
  readonly around: string;
}

export interface TapReport {
  readonly points: readonly TapPoint[];
  readonly bailout: string | null;
  /** Whether a plan was printed at all, and whether it names no tests. */
  readonly plan: "none" | "empty" | "some";
  /** Comments and lines that are not TAP. */
  readonly noise: string;
}

type TapEvent = readonly [string, ...unknown[]];

/** Reads TAP 13 or 14, subtests included. Never throws; null when there is no point and no plan. */
export function readTap(text: string): TapReport | null {
  if (!/^\s*(?:not )?ok\b|^\s*\d+\.\.\d+|^TAP version/m.test(text)) return null;
  const state = newState();
  for (const stream of streamsIn(text)) {
    collect(Parser.parse(stream) as unknown as TapEvent[], [], state);
    flush(state);
  }
  return {
    points: state.points,
    bailout: state.bailout,
    plan: state.plan,
    noise: state.noise.join(""),
  };
}

/** A second `TAP version` after a plan is another runner's: a parser would take it for noise. */
function streamsIn(text: string): string[] {
  const streams: string[] = [];
  for (const part of text.split(/^(?=TAP version \d)/m)) {
    const before = streams.pop() ?? "";
    if (/^1\.\.\d+/m.test(before)) streams.push(before, part);
    else streams.push(before + part);
  }
  return streams;
}

interface State {
  points: TapPoint[];
  bailout: string | null;
  plan: TapReport["plan"];
  noise: string[];
  pending: string[];
  group: string;
}

function newState(): State {
  return { points: [], bailout: null, plan: "none", noise: [], pending: [], group: "" };
}

function collect(events: readonly TapEvent[], above: readonly string[], state: State): void {
  for (const [kind, value] of events) take(kind, value, above, state);
}

function take(kind: string, value: unknown, above: readonly string[], state: State): void {
  if (kind === "comment" || kind === "extra") note(String(value), above, state);
  if (kind === "assert") addPoint(value as Assert, above, state);
  if (kind === "bailout") state.bailout = String(value);
  if (kind === "plan") state.plan = planOf(value as { end: number }, state.plan);
  if (kind === "child") {
    const events = value as TapEvent[];
    collect(events, childPath(events, above), state);
  }
}

function planOf(plan: { end: number }, before: TapReport["plan"]): TapReport["plan"] {
  if (plan.end === 0) return before === "some" ? "some" : "empty";
  return "some";
}

function note(line: string, above: readonly string[], state: State): void {
  state.noise.push(line);
  state.pending.push(line);
  const group = /^# (?!Subtest: |tests? |pass |fail |ok$|skip|todo)(.+)/.exec(line);
  if (group !== null && above.length === 0) state.group = (group[1] ?? "").trim();
}

/** The parser puts a child's `# Subtest: name` as the child's own first comment. */
function childPath(events: readonly TapEvent[], above: readonly string[]): readonly string[] {
  const first = events.find(([kind]) => kind === "comment");
  const name = /^# Subtest: (.*)/.exec(String(first?.[1] ?? ""))?.[1];
  return name === undefined ? above : [...above, unescapeName(name)];
}

interface Assert {
  readonly ok: boolean;
  readonly name: string;
  readonly skip: boolean | string;
  readonly todo: boolean | string;
  readonly diag: Readonly<Record<string, unknown>> | null;
  readonly closingTestPoint: boolean;
}

function addPoint(point: Assert, above: readonly string[], state: State): void {
  flush(state);
  state.points.push({
    path: [...above, unescapeName(point.name)],
    ok: point.ok,
    skip: point.skip !== false,
    todo: point.todo !== false,
    diagnostics: diagnosticText(point.diag ?? {}),
    diag: point.diag ?? {},
    closesSubtest: point.closingTestPoint,
    group: state.group,
    around: state.pending.join(""),
  });
  state.pending = [];
}

/** Lines after a point explain it (prove, bats); lines before it do too (node). Both see them. */
function flush(state: State): void {
  const last = state.points.at(-1);
  if (last === undefined || state.pending.length === 0) return;
  state.points[state.points.length - 1] = { ...last, around: last.around + state.pending.join("") };
}

function diagnosticText(diag: Readonly<Record<string, unknown>>): string {
  return Object.entries(diag)
    .filter(([key]) => key !== "source")
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

function unescapeName(name: string): string {
  return name.replace(/\\([#\\])/g, "$1");
}
