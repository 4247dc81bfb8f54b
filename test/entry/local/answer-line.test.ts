import { describe, expect, it } from "vitest";
import { answerLine } from "../../../src/entry/local/answer-line.ts";

describe("the line that answers a run with words", () => {
  it.each([
    ["tdd-loop resume a-1", "tdd-loop answer --run a-1 TEXT"],
    ["tdd-loop resume a-1 --repo ../shop", "tdd-loop answer --run a-1 --repo ../shop TEXT"],
    ["tdd-loop resume --repo ../shop", "tdd-loop answer --repo ../shop TEXT"],
    ["tdd-loop resume", "tdd-loop answer TEXT"],
  ])("stands for `%s`", (resume, answer) => {
    expect(answerLine({ resume, takesWords: true })).toBe(answer);
  });

  it("is none where a yes is all that can be said, or there is nothing to go on with", () => {
    expect(answerLine({ resume: "tdd-loop resume a-1", takesWords: false })).toBeNull();
    expect(answerLine({ resume: null, takesWords: true })).toBeNull();
  });
});
