import type { CriticAnswer } from "../domain/answers.ts";
import type { CommitPhase, TestPurpose } from "../domain/command.ts";
import type { Conclusion } from "../domain/conclusion.ts";
import type { Role } from "../domain/config.ts";
import type { TimedEvent } from "../domain/event.ts";
import type { Fact } from "../domain/fact.ts";
import type { IssueRef } from "../domain/issue-ref.ts";
import type { Lock } from "../domain/lock.ts";
import type { Spend } from "../domain/spend.ts";
import type { TestRun } from "../domain/test-run.ts";
import { failures } from "../domain/test-run.ts";
import type { Verdict } from "../domain/verdict.ts";
import type { PhaseName, PhaseView } from "./phases.ts";
import { conclusionOf, foldPhases, phaseOf } from "./phases.ts";
import type { Proof } from "./proof.ts";
import { foldProof, lastOf } from "./proof.ts";
import type { SliceView } from "./slices.ts";
import { foldSlices } from "./slices.ts";
import type { StepsView } from "./steps.ts";
import { foldSteps } from "./steps.ts";
import type { Totals } from "./totals.ts";
import { totalsOf } from "./totals.ts";
import { workedSince } from "./working-time.ts";

/** Everything that the comments, the checks, the page and the terminal show; read off the events. */
export interface Report {
  readonly runId: string;
  readonly issue: IssueRef;
  readonly title: string;
  readonly actor: string;
  readonly profile: string;
  /** What to type to go on when the run was stopped. */
  readonly resume: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly elapsedMs: number;
  readonly lock: {
    readonly lock: Lock;
    readonly digest: string;
    readonly tests?: string | undefined;
  } | null;
  readonly phases: readonly PhaseView[];
  /** In the order of work; none where the issue is one unit. */
  readonly slices: readonly SliceView[];
  readonly proof: Proof;
  /** Null for a run that goes by an issue's criteria. */
  readonly steps: StepsView | null;
  readonly runs: readonly RunView[];
  readonly turns: readonly TurnView[];
  readonly gates: readonly { readonly phase: CommitPhase; readonly verdict: Verdict }[];
  readonly lints: readonly { readonly passed: boolean; readonly output: string }[];
  readonly commits: readonly CommitView[];
  readonly pushed: { readonly branch: string; readonly sha: string; readonly url: string } | null;
  readonly reviews: readonly { readonly round: number; readonly review: CriticAnswer }[];
  /** What the static rules saw in the change that the critic was shown last. */
  readonly facts: readonly Fact[];
  /** The trial of the finished tree in fresh checkouts; null when the run did not come to it. */
  readonly trial: Extract<TimedEvent["event"], { type: "proof.taken" }> | null;
  readonly reversions: readonly { readonly finding: string; readonly why: string }[];
  readonly question: { readonly question: string; readonly command: string } | null;
  readonly pullRequest: { readonly number: number; readonly url: string } | null;
  /** Null while the run goes on. */
  readonly conclusion: Conclusion | null;
  readonly totals: Totals;
  readonly shipped: Shipped;
  /** The isolation of the last test run, as the sandbox names itself; empty when none ran. */
  readonly sandbox: string;
  /** The same of the last agent that had a process of its own; empty when none had. */
  readonly agentSandbox: string;
  readonly events: readonly TimedEvent[];
}

export interface RunView {
  readonly purpose: TestPurpose;
  readonly at: number;
  readonly sandbox: string;
  readonly run: TestRun;
}

/** One turn of an agent, and which tests still failed when the suite ran after it (null: not run). */
export interface TurnView {
  readonly at: number;
  readonly phase: PhaseName;
  readonly role: Role;
  readonly attempt: number;
  readonly outcome: "taken" | "failed";
  readonly summary: string;
  readonly paths: readonly string[];
  readonly spend: Spend;
  readonly failing: readonly string[] | null;
}

export interface CommitView {
  readonly phase: CommitPhase;
  readonly sha: string;
  readonly message: string;
}

/** The four questions of S0-33. The loop never deploys, so it cannot have verified anything live. */
export interface Shipped {
  readonly pushed: boolean;
  readonly deployed: false;
  readonly verifiedLive: false;
  /** The documentation that the run changed; empty when it changed none. */
  readonly docsUpdated: readonly string[];
}

/** Folds what happened into what a person sees. Total: no events give an empty report. */
export function foldReport(events: readonly TimedEvent[]): Report {
  const started = lastOf(events, "run.started");
  const first = events[0]?.at ?? 0;
  const turns = turnsOf(events);
  const all = <T extends TimedEvent["event"]["type"]>(type: T) =>
    events.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []));
  const runs = runsOf(events);
  const pushed = lastOf(events, "branch.pushed");
  const commits = distinct(all("commit.created"));
  return {
    runId: started?.runId ?? "",
    issue: started?.issue ?? { owner: "", repo: "", number: 0 },
    title: started?.title ?? "",
    actor: started?.actor ?? "",
    profile: started?.profile ?? "",
    resume: resumeOf(started),
    startedAt: first,
    elapsedMs: workedSince(events).reduce((sum, ms) => sum + ms, 0),
    lock: lastOf(events, "lock.taken"),
    phases: foldPhases(events),
    slices: foldSlices(events),
    proof: foldProof(events),
    steps: foldSteps(events),
    runs,
    turns,
    gates: all("gate.judged"),
    lints: all("lint.ran"),
    commits,
    pushed,
    reviews: all("review.given"),
    facts: lastOf(events, "facts.found")?.facts ?? [],
    trial: lastOf(events, "proof.taken"),
    reversions: all("change.reverted"),
    question: questionOf(events),
    pullRequest: lastOf(events, "pull_request.opened"),
    conclusion: conclusionOf(events),
    totals: totalsOf(turns, runs.length),
    // A local run's branch is in the person's own repository: nothing has left this machine.
    shipped: shippedOf(commits, started?.issue.number === 0 ? null : pushed, turns),
    sandbox: runs.at(-1)?.sandbox ?? lastOf(events, "check.ran")?.sandbox ?? "",
    agentSandbox: agentSandboxOf(events),
    events,
  };
}

/** Old journals do not say it. */
function resumeOf(started: EventOf<"run.started"> | null): string {
  const usual = started?.issue.number === 0 ? "tdd-loop resume" : "/tdd resume";
  return started?.resume ?? usual;
}

function agentSandboxOf(events: readonly TimedEvent[]): string {
  const named = events.flatMap(({ event }) =>
    event.type === "turn.taken" || event.type === "turn.failed" ? (event.sandbox ?? []) : [],
  );
  return named.at(-1) ?? "";
}

function runsOf(events: readonly TimedEvent[]): readonly RunView[] {
  return events.flatMap(({ at, event }) => (event.type === "tests.ran" ? [{ ...event, at }] : []));
}

type EventOf<T extends TimedEvent["event"]["type"]> = Extract<TimedEvent["event"], { type: T }>;

/** A resumed run tells the same commit again. */
function distinct(commits: readonly CommitView[]): readonly CommitView[] {
  return [...new Map(commits.map((commit) => [commit.sha, commit])).values()];
}

function turnsOf(events: readonly TimedEvent[]): readonly TurnView[] {
  let phase: PhaseName = "spec";
  return events.flatMap(({ at, event }, i) => {
    phase = phaseOf(event, phase);
    if (event.type !== "turn.taken" && event.type !== "turn.failed") return [];
    const { role, attempt, spend } = event;
    const said =
      event.type === "turn.taken"
        ? { outcome: "taken" as const, summary: event.summary, paths: event.paths }
        : { outcome: "failed" as const, summary: `${event.why}: ${event.detail}`, paths: [] };
    return [
      { at, phase, role, attempt, spend, ...said, failing: failingAfter(events.slice(i + 1)) },
    ];
  });
}

function failingAfter(rest: readonly TimedEvent[]): readonly string[] | null {
  for (const { event } of rest) {
    if (event.type === "turn.taken" || event.type === "turn.failed") return null;
    if (event.type === "tests.ran") return namesOfFailing(event.run);
  }
  return null;
}

function namesOfFailing(run: TestRun): readonly string[] {
  if (run.kind !== "finished") return [`(the run ${run.kind.replaceAll("_", " ")})`];
  const unloaded = run.loadFailures.map((failure) => failure.file);
  return [...failures(run).map((test) => test.id), ...unloaded];
}

function questionOf(events: readonly TimedEvent[]): Report["question"] {
  const asked = events.findLastIndex((e) => e.event.type === "approval.requested");
  const given = events.findLastIndex((e) => e.event.type === "approval.given");
  const event = events[asked]?.event;
  return asked > given && event?.type === "approval.requested" ? event : null;
}

function shippedOf(
  commits: readonly CommitView[],
  pushed: { readonly sha: string } | null,
  turns: readonly TurnView[],
): Shipped {
  const paths = turns.filter((turn) => turn.outcome === "taken").flatMap((turn) => turn.paths);
  const isDoc = (path: string) => /(^|\/)docs?\/|\.(md|mdx|rst|adoc)$|^CHANGELOG/i.test(path);
  return {
    pushed: pushed !== null && pushed.sha === commits.at(-1)?.sha,
    deployed: false,
    verifiedLive: false,
    docsUpdated: [...new Set(paths.filter(isDoc))],
  };
}
