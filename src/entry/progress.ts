import pc from "picocolors";
import type { TimedEvent } from "../domain/event.ts";
import { neutralise, oneLine, plainText } from "../domain/outbound-text.ts";
import { describeEvent } from "../report/describe.ts";
import { formatDollars, formatElapsed } from "../report/figures.ts";
import { finalText } from "../report/final-text.ts";
import type { Links } from "../report/links.ts";
import { phaseNote } from "../report/phase-note.ts";
import type { PhaseView } from "../report/phases.ts";
import type { Report } from "../report/report.ts";
import { foldReport } from "../report/report.ts";
import { sliceLine } from "../report/slices.ts";

/** Calls `run` every `ms` milliseconds until it is stopped. */
export type Every = (ms: number, run: () => void) => { stop(): void };

export interface ProgressOptions {
  readonly stream: { write(text: string): unknown };
  readonly isTty: boolean;
  readonly color: boolean;
  /** Milliseconds since 1970, the clock that stamps the events. */
  readonly now: () => number;
  /** What moves the spinner; a timer that keeps no process alive when it is not given. */
  readonly every?: Every;
  /** Every event instead of one line a phase. */
  readonly verbose?: boolean;
}

/** Takes each event of the run as it comes. */
export interface Progress {
  (event: TimedEvent): void;
  /** Ends the live line; with links, prints the last lines: branch, commits, tests, report. */
  end(links?: Links): void;
}

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/**
 * Shows a run as it goes: one line for each phase when it ends, with its elapsed time and spend. On
 * a terminal the phase that is going on has a spinner and a running clock on the last line;
 * elsewhere there are plain lines and nothing else. No line can be taken for a workflow command.
 */
export function createProgress(options: ProgressOptions): Progress {
  const events: TimedEvent[] = [];
  const told = new Map<string, Told>();
  const line = createLiveLine(options);
  const onEvent = (timed: TimedEvent) => {
    events.push(timed);
    const report = foldReport(events);
    for (const text of endedPhases(report, told, options.color)) line.print(text);
    for (const text of besides(events, timed.event)) line.print(text);
    if (options.verbose === true) line.print(`    ${describeEvent(timed.event)}`);
    const running = report.phases.find((phase) => phase.state === "running");
    if (running === undefined) line.clear();
    else line.show(running, timed.at);
  };
  const end = (links?: Links) => {
    line.clear();
    if (links !== undefined) line.print(finalText(foldReport(events), links));
  };
  return Object.assign(onEvent, { end });
}

const between: ReadonlySet<TimedEvent["event"]["type"]> = new Set([
  ...(["step.begun", "step.failed", "step.completed"] as const),
  ...(["cycle.begun", "cycle.covered", "dispute.raised", "dispute.settled"] as const),
]);

/**
 * What is told between the phases: which framework the tests are taken for, and each step of a loop spec
 * or of a slice, each cycle and what became of an objection, since a phase of them all can take long.
 */
function besides(events: readonly TimedEvent[], event: TimedEvent["event"]): readonly string[] {
  const slice = sliceLine(events);
  if (slice !== null) return [`  ${plainText(slice)}`];
  if (event.type === "lock.taken" && event.tests !== undefined)
    return [`  tests     ${oneLine(event.tests, 200)}`];
  return between.has(event.type) ? [`  ${describeEvent(event)}`] : [];
}

const everyUnref: Every = (ms, run) => {
  const timer = setInterval(run, ms);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};

/** What was said of a phase, and its sums then. */
interface Told {
  readonly key: string;
  readonly phase: PhaseView;
}

/**
 * The lines of phases that have an end now and had not, or that were gone through once more: then with
 * what this time took, not all times together.
 */
function endedPhases(report: Report, told: Map<string, Told>, color: boolean): readonly string[] {
  return report.phases.flatMap((phase) => {
    const isEnd =
      ["done", "stopped", "waiting"].includes(phase.state) &&
      !isEarly(report, phase) &&
      !isToldBySlices(report, phase);
    const note = phaseNote(report, phase);
    const key = phase.name === "surface" ? phase.state : `${phase.state} ${note}`;
    const before = told.get(phase.name);
    if (!isEnd || before?.key === key) return [];
    told.set(phase.name, { key, phase });
    return [phaseLine(sinceThen(phase, before?.phase), note, color)];
  });
}

function sinceThen(phase: PhaseView, before: PhaseView | undefined): PhaseView {
  if (before === undefined) return phase;
  const dollars = phase.spend.dollars - before.spend.dollars;
  const elapsedMs = phase.elapsedMs - before.elapsedMs;
  return { ...phase, elapsedMs, spend: { ...phase.spend, dollars } };
}

/** Slices go through these again and again, each with a line of its own. */
function isToldBySlices({ slices }: Report, { name, state }: PhaseView): boolean {
  const isRepeated = name === "red" || name === "green" || name === "refactor";
  return slices.length > 0 && isRepeated && state === "done";
}

/** What there is to show is known when the run has ended, not when its last push begins. */
function isEarly({ conclusion, events }: Report, { name }: PhaseView): boolean {
  if (name === "baseline") return isUnread(events.at(-1)?.event);
  return name === "surface" && conclusion === null;
}

/** A baseline without an end may stop the run: the next event says whether it does. */
function isUnread(event: TimedEvent["event"] | undefined): boolean {
  return (
    event?.type === "tests.ran" && event.purpose === "baseline" && event.run.kind !== "finished"
  );
}

function phaseLine(phase: PhaseView, note: string, color: boolean): string {
  const paint = pc.createColors(color);
  const marks = { done: paint.green("✓"), stopped: paint.red("✗"), waiting: paint.yellow("?") };
  const mark = marks[phase.state as keyof typeof marks] ?? " ";
  const name = paint.bold(phase.title.padEnd(9));
  return `${mark} ${name} ${figuresOf(phase)}  ${note}`.trimEnd();
}

function figuresOf(phase: PhaseView): string {
  const money = phase.spend.dollars > 0 ? formatDollars(phase.spend.dollars) : "";
  return `${formatElapsed(phase.elapsedMs).padStart(7)} ${money.padStart(8)}`;
}

interface LiveLine {
  print(text: string): void;
  show(phase: PhaseView, since: number): void;
  clear(): void;
}

/** The last line of a terminal, written over and over; off a terminal only `print` does anything. */
function createLiveLine({
  stream,
  isTty,
  color,
  now,
  every = everyUnref,
}: ProgressOptions): LiveLine {
  const paint = pc.createColors(color);
  const erase = isTty ? "\r\u001B[2K" : "";
  let live: { readonly phase: PhaseView; readonly since: number } | null = null;
  let ticker: { stop(): void } | null = null;
  let frame = 0;
  const draw = () => {
    if (live === null) return;
    frame += 1;
    const elapsed = live.phase.elapsedMs + Math.max(0, now() - live.since);
    const spinner = paint.cyan(frames[frame % frames.length] ?? "");
    stream.write(`${erase}${spinner} ${paint.bold(live.phase.title)} ${formatElapsed(elapsed)}`);
  };
  const clear = () => {
    ticker?.stop();
    ticker = null;
    if (live !== null) stream.write(erase);
    live = null;
  };
  return {
    print: (text) => stream.write(`${live === null ? "" : erase}${safe(text)}\n`),
    show(phase, since) {
      if (!isTty) return;
      live = { phase, since };
      ticker ??= every(120, draw);
      draw();
    },
    clear,
  };
}

/** Colours are put in by us after the text was cleaned, so only the text's own colons are touched. */
function safe(text: string): string {
  return /^(?:(?!\n)[\s\p{C}]){0,400}::|##\[/mu.test(text) ? neutralise(text) : text;
}
