import { describe, expect, it } from "vitest";
import { asksForSettings, withCycleSettings } from "../../src/entry/run/cycle-settings.ts";
import { rulesOf } from "../../src/loop/profiles.ts";
import { makeConfig, makeRequest } from "../support/make.ts";

function requestIn(profile: "pair" | "strict", config: Record<string, unknown> = {}) {
  const reading = rulesOf(profile, (config["rules"] ?? {}) as Parameters<typeof rulesOf>[1]);
  if (reading.kind !== "rules") throw new Error(reading.why);
  return makeRequest({ profile, rules: reading.rules, config: makeConfig(config) });
}

describe("settings files of a run in cycles (S4-33)", () => {
  it("set limits, models and notes; an implementer's model makes the stubs, too", () => {
    const repository = "MAX_CYCLES: 2\nIMPLEMENTER_AGENT: model-a\nNOTES: Dates are UTC.\n";
    const { request, complaints } = withCycleSettings(requestIn("pair"), { own: null, repository });
    expect(request.rules.maxCycles).toBe(2);
    expect(request.config.agents).toMatchObject({
      implementer: { model: "model-a" },
      scaffolder: { model: "model-a" },
    });
    expect(request.notes).toEqual(["Dates are UTC."]);
    expect(complaints).toEqual([]);
  });

  it("count after the configuration, key by key", () => {
    const config = {
      rules: { maxCycles: 4 },
      agents: { reviewer: { model: "model-b" } },
    };
    const texts = { own: "REVIEW: end\n", repository: "MAX_CYCLES: 2\nREVIEWER_AGENT: model-c\n" };
    const { request } = withCycleSettings(requestIn("pair", config), texts);
    expect(request.rules).toMatchObject({ maxCycles: 4, reviewWhen: "end" });
    expect(request.config.agents.reviewer).toMatchObject({ model: "model-b" });
  });

  it("are asked for by cycles alone", () => {
    expect(asksForSettings(requestIn("pair"))).toBe(true);
    expect(asksForSettings(requestIn("strict"))).toBe(false);
  });
});
