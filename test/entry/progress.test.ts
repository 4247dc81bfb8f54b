import { describe, expect, it } from "vitest";
import type { TimedEvent } from "../../src/domain/event.ts";
import { createProgress } from "../../src/entry/progress.ts";
import { noLinks } from "../../src/report/links.ts";
import { payload, withPrefix } from "../report/hostile.ts";
import { blockedRun, sampleRun } from "../report/sample-run.ts";

/** A terminal that remembers, and a timer that ticks when told to. */
function terminal(isTty: boolean, verbose = false) {
  const written: string[] = [];
  const ticks = new Set<() => void>();
  let now = 0;
  const progress = createProgress({
    stream: { write: (text) => written.push(text) },
    ...{ isTty, verbose, color: false, now: () => now },
    every: (_ms, run) => {
      ticks.add(run);
      return { stop: () => ticks.delete(run) };
    },
  });
  const tick = (at: number) => {
    now = at;
    for (const run of ticks) run();
  };
  return { progress, text: () => written.join(""), tick, timers: () => ticks.size };
}

function play(events: readonly TimedEvent[], isTty = false, verbose = false) {
  const screen = terminal(isTty, verbose);
  for (const event of events) screen.progress(event);
  return screen;
}

describe("progress off a terminal", () => {
  it("is one plain line for each phase as it ends, in their order, with what that time took", () => {
    expect(play(sampleRun).text()).toBe(
      [
        "✓ Spec          26s           4 criteria, 2 files locked",
        "✓ Baseline     5.7s           2 passed, 0 failed",
        "✓ RED        1m 07s  $0.0712  3 new tests seen to fail for the right reason",
        "✓ GREEN         17s    $0.11  5 passed, 0 failed",
        "✓ Debug         47s  $0.0941  1 attempt",
        "✓ Critic        29s  $0.0830  NEEDS WORK in round 1, 2 findings",
        "✓ Refactor      27s  $0.0502  1 change",
        "✓ Critic        13s  $0.0611  APPROVED in round 2, 0 findings",
        "✓ Surface       45s           pushed",
        "",
      ].join("\n"),
    );
  });

  it("says which framework the tests are taken for, and why, as soon as it is settled", () => {
    const tests = "npm test, read as node:test (script of package.json: node --test)";
    const events = sampleRun.map((timed) =>
      timed.event.type === "lock.taken" ? { ...timed, event: { ...timed.event, tests } } : timed,
    );
    expect(play(events).text()).toContain(`  tests     ${tests}\n`);
  });

  it("tells of each cycle, of an objection and of what became of it", () => {
    const cycle = { type: "cycle.begun", number: 2, of: 6 } as const;
    const raised = { type: "dispute.raised", reason: "It wants 4.\n::error::" } as const;
    const stands = { outcome: "upheld", by: "tester", why: "It is 4." } as const;
    const events = [cycle, raised, { type: "dispute.settled", ...stands } as const];
    const text = play(events.map((event) => ({ at: 0, event }))).text();

    expect(text).toContain("  Cycle 2 of at most 6\n");
    expect(text).toContain("\n  DISPUTE: It wants 4.");
    expect(text).toContain("  The test was upheld by tester: It is 4.\n");
    expect(text).not.toContain("\n::error");
  });

  it("marks where a blocked run stopped", () => {
    expect(play(blockedRun).text()).toMatch(/✗ GREEN .*4 passed, 1 failed\n✗ Debug .*1 attempt\n$/);
  });

  it("has no escape sequence and starts no timer", () => {
    const screen = play(sampleRun);
    expect(screen.text()).not.toContain("\u001B");
    expect(screen.timers()).toBe(0);
  });

  it("tells every event when asked, and none of them is a workflow command", () => {
    const text = play(withPrefix(sampleRun, payload), false, true).text();
    expect(text.split("\n").length).toBeGreaterThan(sampleRun.length);
    expect(text).not.toMatch(/^[\s\p{C}]*::|##\[/mu);
  });

  it("ends with branch, commits and report", () => {
    const screen = play(sampleRun);
    screen.progress.end({ ...noLinks, report: "/tmp/report.html" });
    expect(screen.text()).toMatch(
      /branch +tdd\/7-add-slugify[\s\S]*commits +1f0c9a7[\s\S]*report +\/tmp\/report.html\n$/,
    );
  });
});

describe("progress on a terminal", () => {
  it("keeps one live line whose clock goes on between events", () => {
    const screen = play(sampleRun.slice(0, 4), true);
    screen.tick((sampleRun[3]?.at ?? 0) + 61_000);
    expect(screen.text()).toMatch(/\r\p{Cc}\[2K\S RED 1m 01s$/u);
    expect(screen.timers()).toBe(1);
  });

  it("stops its timer and clears the line at the end of the run", () => {
    const screen = play(sampleRun, true);
    expect(screen.timers()).toBe(0);
    expect(screen.text().endsWith("\u001B[2K")).toBe(true);
  });

  it("stops its timer when it is ended in the middle, also twice", () => {
    const screen = play(sampleRun.slice(0, 6), true);
    screen.progress.end();
    screen.progress.end();
    expect(screen.timers()).toBe(0);
  });
});
