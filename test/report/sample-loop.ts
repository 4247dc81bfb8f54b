import type { TimedEvent } from "../../src/domain/event.ts";
import { playSteps, stepsRequest } from "../support/play-steps.ts";

const spec = {
  goal: "People can log in",
  finalCheck: "npm test",
  steps: [
    { id: "empty", name: "Refuses an empty token", check: "npm test -- empty" },
    { id: "expired", name: "Refuses an expired token", check: "npm test -- expired" },
  ],
};

/** A run whose second step failed once, and whose first left a file out. */
function loopRun(fails: number): readonly TimedEvent[] {
  let left = fails;
  const { events } = playSteps(stepsRequest(spec), {
    turn: (step) =>
      step === "empty"
        ? {
            edits: { "src/empty.js": "e", "notes.md": "n" },
            report: { artifacts: ["src/empty.js"] },
          }
        : {},
    check: ({ purpose, step }) => {
      if (purpose === "red") return 1;
      if (step !== "expired" || left === 0) return 0;
      left -= 1;
      return 1;
    },
    output: () => "AssertionError: expected 401",
  });
  return events.map((event, i) => ({ at: i * 1_000, event }));
}

export const doneLoop = loopRun(1);
export const stuckLoop = loopRun(9);
