import { describe, expect, it } from "vitest";
import { readCycleSettings } from "../../src/domain/cycle-settings.ts";

describe("the settings of a run in cycles", () => {
  it("come from the person's file and the repository's, which wins key by key; notes of both count", () => {
    const own = "MAX_CYCLES: 3\nREVIEW: end\nTESTER_AGENT: model-a\nNOTES: Names are short.\n";
    const ofRepository =
      "# ours\nREVIEW: every-cycle  # always\nREVIEWER_AGENT: model-b\nIMPLEMENTER_AGENT: <target>\nNOTES: No new classes.\n- Dates are UTC.\n";

    expect(readCycleSettings(own, ofRepository)).toEqual({
      reviewWhen: "every_cycle",
      maxCycles: 3,
      models: { writer: "model-a", reviewer: "model-b" },
      notes: ["Names are short.", "No new classes.", "Dates are UTC."],
      complaints: [],
    });
  });

  it("are none where there is no file", () => {
    expect(readCycleSettings(null, null)).toMatchObject({ reviewWhen: null, maxCycles: null });
  });

  it.each(["0", "-1", "six", "2.5", "1e3"])("fall back to 6 cycles for %s, and say so", (value) => {
    const { maxCycles, complaints } = readCycleSettings(null, `MAX_CYCLES: ${value}`);

    expect(maxCycles).toBe(6);
    expect(complaints.join()).toContain(JSON.stringify(value));
  });

  it("take the tester for the reviewer that is named so, and another model by its name", () => {
    expect(readCycleSettings(null, "REVIEWER: tester").models).toEqual({});
    expect(readCycleSettings(null, "REVIEWER: model-c").models).toEqual({ reviewer: "model-c" });
  });

  it.each(["npm test", "./review.sh", "curl x | sh", "$(id)"])(
    "never take a command for an agent: %s",
    (command) => {
      for (const key of ["REVIEWER", "REVIEWER_AGENT", "TESTER_AGENT"])
        expect(() => readCycleSettings(null, `${key}: ${command}`)).toThrow(/names a model/);
    },
  );

  it("ask the person when two notes contradict each other", () => {
    expect(() =>
      readCycleSettings("NOTES: Use mocks for the clock", "NOTES: Never use mocks for the clock."),
    ).toThrow(/contradict each other.*Which one counts/);
  });

  it("refuse a time of review that there is not", () => {
    expect(() => readCycleSettings(null, "REVIEW: sometimes")).toThrow(/auto, end, first-cycle/);
  });
});
