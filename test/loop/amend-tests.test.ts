import { expect, it } from "vitest";
import { foldJournal } from "../../src/loop/fold.ts";
import { togetherWith } from "../../src/loop/phases/amend-tests.ts";
import type { RedState } from "../../src/loop/state.ts";
import type { TestWork } from "../../src/loop/test-work.ts";
import { objects, playCycles, stands } from "../support/play-cycles.ts";

/** A tester is asked about two tests that one file has. */
function disputed(): { readonly state: RedState; readonly work: TestWork } {
  const { journal } = playCycles((task) => {
    if (task.role === "implementer") return objects("It is wrong.");
    return task.cycle?.about === "dispute" ? stands("It stands.") : null;
  });
  const at = journal.findIndex(
    (entry) =>
      entry.type === "resulted" && "role" in entry.result && entry.result.role === "implementer",
  );
  const state = foldJournal(journal.slice(0, at + 1))?.state;
  if (state?.phase !== "red" || state.cycling?.work == null) throw new Error("nobody is asked");
  const work = { ...state.cycling.work, announced: ["adds", "adds nought"] };
  return { state: { ...state, cycling: { ...state.cycling, work } }, work };
}

it("waits for no test that an amendment took away", () => {
  const { state, work } = disputed();
  const text = 'test("adds", () => {});\ntest("adds one", () => {});\n';
  const texts = { "test/new.test.js": { text, added: [] } };
  const now = { ...work, announced: ["adds one"] };

  expect(togetherWith(state, now, texts).announced).toEqual(["adds", "adds one"]);
});

it("waits for those of a file that it left as it was", () => {
  const { state, work } = disputed();
  const now = { ...work, announced: ["adds one"] };

  expect(togetherWith(state, now, {}).announced).toEqual(["adds", "adds nought", "adds one"]);
});
