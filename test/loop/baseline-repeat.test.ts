import { describe, expect, it } from "vitest";
import type { Result } from "../../src/domain/result.ts";
import type { TestCase } from "../../src/domain/test-run.ts";
import { describeRun } from "../../src/report/describe.ts";
import { failed, finished, passed } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { play, wellBehaved } from "../support/play.ts";

/** What old tests do in each run of a purpose; the new ones fail at RED and pass from GREEN on. */
function suite(old: {
  readonly baseline: readonly TestCase[][];
  readonly after: TestCase[];
}): World {
  return (command, nth) => {
    if (command.kind !== "run_tests") return null;
    const before = old.baseline[Math.min(nth, old.baseline.length) - 1] ?? [];
    const fresh = command.purpose === "red" ? failed : passed;
    const work = [...old.after, fresh("adds"), fresh("adds zero")];
    const run = finished(command.purpose === "baseline" ? before : work);
    return { ...wellBehaved(command), run } as Result;
  };
}

describe("a base that is not green", () => {
  it("is run once more, so that what fails is told from what is flaky", () => {
    const baseline = [
      [passed("old"), failed("shaky")],
      [passed("old"), passed("shaky")],
    ];
    const { commands, events } = play(suite({ baseline, after: [passed("old"), passed("shaky")] }));
    const runs = commands.filter((c) => c.kind === "run_tests" && c.purpose === "baseline");
    const told = events.flatMap((e) =>
      e.type === "tests.ran" && e.purpose === "baseline" ? [describeRun(e.run)] : [],
    );

    expect(runs).toMatchObject([{}, { repeat: 1 }]);
    expect(told.at(-1)).toContain("flaky: shaky");
  });

  it("blames nobody when a test that passed once and failed once fails after the work", () => {
    const baseline = [
      [passed("shaky"), failed("old")],
      [failed("shaky"), failed("old")],
    ];
    const { state } = play(suite({ baseline, after: [failed("shaky"), failed("old")] }));

    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("still has a test that passed in both runs pass", () => {
    const baseline = [
      [passed("old"), failed("shaky")],
      [passed("old"), passed("shaky")],
    ];
    const { state } = play(suite({ baseline, after: [failed("old"), passed("shaky")] }));

    expect(state).toMatchObject({ conclusion: { kind: "blocked" } });
  });
});

describe("a base that is green", () => {
  it("is run once", () => {
    const { commands } = play();

    expect(commands.filter((c) => c.kind === "run_tests" && c.purpose === "baseline")).toHaveLength(
      1,
    );
  });
});
