import { describe, expect, it } from "vitest";
import { isAway, whyNotAway } from "../../../src/loop/away/is-away.ts";
import { start } from "../../../src/loop/next.ts";
import { makeRequest } from "../../support/make.ts";
import { playSteps, stepsRequest } from "../../support/play-steps.ts";

const dag = { steps: [{ id: "a", dependsOn: [] }], shape: "dag" };
const jobs = { fanout: "jobs" } as const;

describe("`rules.fanout: jobs`", () => {
  it("sends turns to other jobs, and nothing else", () => {
    const request = stepsRequest(dag);
    const { commands } = playSteps(request);
    const wanted = { ...request, rules: { ...request.rules, ...jobs } };
    const away = commands.filter((command) => isAway(wanted, command));

    expect(new Set(away.map(({ kind }) => kind))).toEqual(new Set(["take_turn"]));
    expect(commands.some((command) => isAway(request, command))).toBe(false);
  });

  it("is refused for a local run and for a profile without tasks, with the way out", () => {
    const { rules } = stepsRequest(dag);
    const strict = makeRequest().rules;

    expect(whyNotAway({ origin: "local", rules: { ...rules, ...jobs } })).toMatch(
      /this run is local\. Start it on GitHub/,
    );
    expect(whyNotAway({ origin: "github", rules: { ...strict, ...jobs } })).toMatch(
      /loop specs with dependsOn/,
    );
    expect(whyNotAway({ origin: "github", rules: { ...rules, ...jobs } })).toBeNull();
    expect(whyNotAway({ origin: "local", rules })).toBeNull();
  });

  it("is refused for a spec whose steps come one after the other, before anything is done", () => {
    const request = stepsRequest({ steps: [{ id: "a" }, { id: "b" }] });
    const { state } = start({ ...request, rules: { ...request.rules, ...jobs } });

    expect(state).toMatchObject({
      conclusion: { kind: "blocked", failed: expect.stringMatching(/has no dependsOn/) },
    });
  });
});
