import { noSpend } from "../../src/domain/spend.ts";
import { objection, stackSteps } from "./cycle-issue.ts";

const turn = (role: string, answer: object, files: object = {}) => ({
  ...{ role, attempt: 1, spend: noSpend, failed: null, answer },
  edits: Object.entries(files).map(([path, text]) => ({ path, text: text as string })),
});
const tests = (summary: string, coverage: object[], symbols: string[], files: object = {}) => {
  const promised = { modules: ["src/stack.js"], symbols };
  return turn(
    "writer",
    { kind: "tests", tests: { coverage, promised, summary, cannot: null } },
    files,
  );
};
const of = (criterion: string, name: string) => ({ criterion, tests: [name], preserved: false });
const onTop = [of("C1", "puts a number on top")];
const refuses = [of("C2", "refuses to take from an empty stack")];
const edit = (role: string, files: object) =>
  turn(role, { kind: "edit", edit: { summary: "done", cannot: null } }, files);
const objects = () => {
  const cannot = { kind: "contradiction", question: objection };
  return turn("implementer", { kind: "edit", edit: { summary: "", cannot } });
};
const approves = () =>
  turn("reviewer", {
    kind: "review",
    review: { verdict: "APPROVED", summary: "As asked.", findings: [], suggestions: ["Shorter."] },
  });

/** Two cycles; the first test is wrong, and objected to so often before it is amended. */
export const stackRecording = (objections: 1 | 2) => ({
  version: 1,
  turns: [
    tests("The number lies on top.", onTop, ["push"], stackSteps.wrong),
    edit("scaffolder", stackSteps.noPush),
    objects(),
    ...(objections === 2 ? [tests("On top is in front.", onTop, []), objects()] : []),
    tests("The number lies on top, which is at the end.", onTop, ["push"], stackSteps.right),
    edit("implementer", stackSteps.push),
    approves(),
    tests("Nothing can be taken from nothing.", refuses, ["pop"], stackSteps.both),
    edit("scaffolder", stackSteps.noPop),
    edit("implementer", stackSteps.pop),
    approves(),
  ],
});
