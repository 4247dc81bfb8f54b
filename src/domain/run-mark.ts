import type { Event } from "./event.ts";
import type { Rules } from "./rules.ts";

/**
 * What a pull request says of the run that opened it, in a comment that nobody sees. Whoever can only
 * push, and so put an older state ref back, cannot write there (case J04).
 */
export interface RunMark {
  readonly run: string;
  /** The lock's digest. */
  readonly plan: string;
  /** The RED commit that the branch is held to; null where there is none, as in steps. */
  readonly red: string | null;
}

export function writeRunMark({ run, plan, red }: RunMark): string {
  return `<!-- tdd-loop:run ${encodeURIComponent(run)} plan ${plan} red ${red ?? "none"} -->`;
}

/** The first mark of a pull request's text; null where a person wrote it, or an older version. */
export function readRunMark(body: string): RunMark | null {
  const found = /<!-- tdd-loop:run (\S{1,300}) plan ([0-9a-f]{64}) red (none|[0-9a-f]{40,64}) -->/;
  const [, run = "", plan = "", red = ""] = found.exec(body) ?? [];
  if (run === "") return null;
  return { run, plan, red: red === "none" ? null : red };
}

/** Whether the mark is that of a run by this name. */
export function isMarkOf(mark: RunMark, run: string): boolean {
  return mark.run === encodeURIComponent(run);
}

/**
 * The last RED commit that the remote has: what the App holds the branch's history to. Where all
 * becomes one commit at the end, that one has the tests.
 */
export function pushedRed(events: readonly Event[], commits: Rules["commits"]): string | null {
  const pushed = new Set(events.flatMap((each) => (each.type === "branch.pushed" ? each.sha : [])));
  const phase = commits === "final" ? "green" : "red";
  const red = events.findLast(
    (each) => each.type === "commit.created" && each.phase === phase && pushed.has(each.sha),
  );
  return red?.type === "commit.created" ? red.sha : null;
}
