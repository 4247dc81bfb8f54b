import { describe, expect, it } from "vitest";
import { answerForm } from "../../../src/adapters/agent/answer-form.ts";
import { answerInText } from "../../../src/adapters/agent/answer-text.ts";

const form = answerForm("critic");
const whole = '{"verdict":"APPROVED","summary":"fine"}';
const wide = '{\n  "verdict": "APPROVED",\n  "summary": "fine"\n}';

describe("the answer in what a coding CLI printed (S3-20)", () => {
  it.each([
    ["in a fence", `Done.\n\`\`\`json\n${wide}\n\`\`\`\n`],
    ["in a fence, with a word of farewell behind it", `\`\`\`json\n${wide}\n\`\`\`\nDone.`],
    ["in the last of several fences", `\`\`\`\n{"old": 1}\n\`\`\`\n~~~\n${whole}\n~~~`],
    ["as the last line", `Working\n${whole}`],
    ["over several lines without a fence", `Done.\n${wide}\n`],
    ["over several lines, with words before and behind", `Here it is:\n${wide}\nThat is all.`],
    ["in a fence that is never closed", `\`\`\`json\n${wide}`],
    ["behind code with braces of its own", `function f() {\n  return {};\n}\n\n${wide}`],
    ["behind another object", `{\n  "plan": []\n}\n${wide}`],
    ["indented", `  ${wide.replaceAll("\n", "\n  ")}`],
    ["with Windows line ends", `Done.\r\n${wide.replaceAll("\n", "\r\n")}\r\n`],
  ])("is found %s", (_where, printed) => {
    expect(answerInText(form, printed)).toMatchObject({
      kind: "answer",
      answer: { kind: "review", review: { verdict: "APPROVED", summary: "fine" } },
    });
  });

  it.each([
    ["there is none", "All done.", "no JSON object"],
    ["it is cut off", wide.slice(0, -2), "no JSON object"],
    ["it is a list", `[${whole}]`, "no JSON object"],
    ["a field is wrong", `${wide.replace("APPROVED", "YES")}\nThat is all.`, "verdict"],
  ])("is asked for again when %s, which is said", (_why, printed, problem) => {
    expect(answerInText(form, printed)).toEqual({
      kind: "misfit",
      problem: expect.stringContaining(problem),
    });
  });

  it("is looked for in a text of nothing but braces without getting stuck", () => {
    expect(answerInText(form, "{\n".repeat(200_000)).kind).toBe("misfit");
    expect(answerInText(form, "{\n}\n".repeat(100_000)).kind).toBe("misfit");
  });
});
