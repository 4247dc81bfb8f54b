import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Recording } from "../../src/adapters/agent/recording.ts";
import { readRecording } from "../../src/adapters/agent/recording.ts";
import { createReplayAgent } from "../../src/adapters/agent/replay-agent.ts";
import { redCheck } from "../../src/report/check-texts.ts";
import { noLinks } from "../../src/report/links.ts";
import { foldProof } from "../../src/report/proof.ts";
import { foldReport } from "../../src/report/report.ts";
import type { SeenTurn, SliceRun } from "../support/slice-run.ts";
import { readAll, runSlices } from "../support/slice-run.ts";

/**
 * Turns of a model that knew only what each request held, played again: a module that did not exist, an
 * objection that was right and one that was not, and a review that found the tests too weak.
 */
let run: SliceRun;
let played: Recording;

beforeAll(async () => {
  const at = (path: string) => new URL(`../fixtures/${path}`, import.meta.url);
  const issue = readFileSync(at("repositories/js-hours.issue.md"), "utf8");
  const [title = "", ...body] = issue.split("\n");
  const recorded = readFileSync(at("recordings/cycles-hours.json"), "utf8");
  played = readRecording("cycles-hours", recorded);
  run = await runSlices({
    ...{ files: readAll(at("repositories/js-hours").pathname), profile: "pair" },
    ...{ title: title.replace("# ", ""), body: body.join("\n") },
    // Without a start of npm for each run.
    config: { testCommand: "node --test test/*.test.js" },
    script: createReplayAgent(played, { taken: 0 }),
  });
}, 120_000);

afterAll(() => run[Symbol.dispose]());

const of = (...roles: readonly string[]): readonly SeenTurn[] =>
  run.turns.filter(({ turn }) => roles.includes(turn.role));
const seenBy = (...roles: readonly string[]): string =>
  of(...roles)
    .flatMap(({ told, files }) => [told, ...Object.values(files)])
    .join("\n");

describe("a recorded run in three cycles", () => {
  it("ends as one reviewed commit, each test of it seen to fail or found by the review", () => {
    expect(run.folded.state).toMatchObject({ conclusion: { kind: "success" } });
    const branch = run.git("for-each-ref", "--format=%(refname)", "refs/heads/tdd");
    expect(run.git("log", "--format=%s", `main..${branch}`)).toBe("Say whether a shop is open");
    expect(run.git("diff", "--name-only", `main..${branch}`).split("\n")).toEqual([
      ...["lib/hours.js", "lib/time.js", "test/hours.test.js", "test/time.test.js"],
    ]);
  });

  it("has a scaffold, a test amended, a test upheld, a direction check and a round of findings", () => {
    expect(run.turns.map(({ turn }) => turn.role)).toEqual([
      ...["writer", "scaffolder", "implementer", "writer", "implementer", "reviewer"],
      ...["writer", "implementer", "writer", "implementer", "writer", "implementer"],
      ...["reviewer", "writer", "reviewer"],
    ]);
    const events = run.folded.events.map(({ event }) => event);
    const outcomes = events.flatMap((e) => (e.type === "dispute.settled" ? [e.outcome] : []));
    expect(outcomes).toEqual(["amended", "upheld"]);
    expect(of("reviewer").map(({ told }) => /SCOPE: (\w+)/.exec(told)?.[1])).toEqual([
      ...["DIRECTION", "FINAL", "FINAL"],
    ]);
  });
});

describe("the proof of a recorded run", () => {
  it("keeps what was seen of the tests that an amendment left as they were", () => {
    const seen = foldProof(run.folded.events).criteria.map(({ tests }) => [
      tests.filter(({ red }) => red?.verdict === "right_reason").length,
      tests.filter(({ green }) => green === "passed").length,
    ]);

    expect(seen).toEqual([
      [2, 2],
      [2, 2],
      [3, 5],
    ]);
  });

  it("is no failure of RED when the code stands what a review had the tests demand", () => {
    const check = redCheck(foldReport(run.folded.events), noLinks);

    expect(check).toMatchObject({
      conclusion: "success",
      title: expect.stringMatching(/^7 new tests seen to fail/),
    });
  });

  it("had the reviewer know, at the final reviews alone, what small changes no test noticed", () => {
    const told = of("reviewer").map((seen) => ({
      tried: /of (\d+) small changes to the new code/.exec(seen.told)?.[1] ?? null,
      unnoticed: seen.told.match(/probe: no test fails when/g)?.length ?? 0,
    }));

    expect(told.map(({ tried }) => tried)).toEqual([null, "6", "6"]);
    // The tests that the first of these reviews asked for notice more.
    expect(told[2]?.unnoticed).toBeLessThanOrEqual(told[1]?.unnoticed ?? 0);
  });

  it("had an implementer know of the stubs, also where a tester had amended the tests since", () => {
    const stubs = of("implementer").map(({ told }) => told.includes("SCAFFOLD: in place"));

    expect(stubs).toEqual([true, true, false, false, false]);
  });
});

describe("what the roles of a recorded run said", () => {
  it("of a tester's is in no request of an implementer or reviewer, but for why a test was upheld", () => {
    const said = sentencesOf("writer");
    const reasons = run.folded.events.flatMap(({ event }) =>
      event.type === "dispute.settled" && event.outcome === "upheld" ? [event.why] : [],
    );
    const open = said.filter((one) => reasons.some((reason) => reason.includes(one)));
    const closed = said.filter((one) => !open.includes(one));

    expect(open).toHaveLength(3);
    expect(closed.length).toBeGreaterThan(5);
    const all = seenBy("scaffolder", "implementer", "reviewer");
    expect(closed.filter((one) => all.includes(one))).toEqual([]);
    expect(open.filter((one) => seenBy("reviewer").includes(one))).toEqual([]);
  });

  it("of an implementer's is in no request but that of the tester that decides about it", () => {
    const [first, second] = of("writer").filter(({ told }) => told.includes("(an objection)"));
    const others = run.turns.filter((seen) => seen !== first && seen !== second);
    const all = others.flatMap(({ told, files }) => [told, ...Object.values(files)]).join("\n");

    expect(sentencesOf("scaffolder", "implementer").filter((one) => all.includes(one))).toEqual([]);
  });

  it("of a reviewer's summary is in no request at all", () => {
    const all = seenBy("writer", "scaffolder", "implementer", "reviewer");

    expect(sentencesOf("reviewer").filter((one) => all.includes(one))).toEqual([]);
  });
});

/** Whatever these roles answered in words of their own. */
function sentencesOf(...roles: readonly string[]): readonly string[] {
  const words = played.turns
    .filter(({ role }) => roles.includes(role))
    .flatMap(({ answer }) => {
      if (answer?.kind === "tests") return [answer.tests.summary];
      if (answer?.kind === "review") return [answer.review.summary];
      return answer?.kind === "edit" ? [answer.edit.summary, answer.edit.cannot?.question] : [];
    });
  return words
    .flatMap((text = "") => text.split(/(?<=[.:;])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 20);
}
