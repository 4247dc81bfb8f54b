import { z } from "zod";
import type { Role } from "../../domain/config.ts";
import { describeProblems } from "../../domain/describe-problem.ts";
import type { Answer } from "../../domain/result.ts";
import type { AnswerForm } from "./answer-form.ts";
import { answerForm } from "./answer-form.ts";

/** Answers are at the end; more than this is never looked at. */
const LONGEST_LOOKED_AT = 400_000;

/** Tells a coding CLI how to hand in its answer: the same form that a tool call would fill. */
export function answerInstructions(role: Role): string {
  const { form, giveUp } = answerForm(role);
  const schema = JSON.stringify(z.toJSONSchema(form, { io: "input" }));
  const cannot =
    giveUp === null
      ? ""
      : '\nIf the work cannot honestly be done, end with {"cannot": {"kind": "unclear" | "contradiction" | "impossible", "question": "…"}} instead.';
  return `# How to end\n\nPrint one JSON object as the very last thing, in a fence of its own (\`\`\`json). It has this schema:\n\n${schema}${cannot}`;
}

export type ReadAnswer =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "misfit"; readonly problem: string };

/**
 * The answer in what a CLI printed: a JSON object in the last fenced block, else the last line, else what
 * stands from a line's first brace to the last one of all (S3-20). Where there is none or it does not fit,
 * each field that is wrong is named.
 */
export function answerInText(form: AnswerForm, printed: string): ReadAnswer {
  const text = printed.slice(-LONGEST_LOOKED_AT);
  const readings = [lastFenced(text), lastLine(text), ...upToLastBrace(text)].flatMap((one) => {
    const data = objectIn(one);
    return data === null ? [] : [readAnswer(form, data)];
  });
  const fitting = readings.find((reading) => reading.kind === "answer");
  const none = "there is no JSON object as the very last thing";
  return fitting ?? readings[0] ?? { kind: "misfit", problem: none };
}

function readAnswer(form: AnswerForm, data: Record<string, unknown>): ReadAnswer {
  const gaveUp = (data["cannot"] ?? null) !== null;
  const parsed = gaveUp ? null : form.form.safeParse(data, { reportInput: true });
  if (parsed?.success === false) {
    const problems = describeProblems(parsed.error).slice(0, MOST_PROBLEMS);
    return { kind: "misfit", problem: problems.join("; ") };
  }
  const answer = form.read(parsed === null ? data : parsed.data);
  if (answer !== null) return { kind: "answer", answer };
  return { kind: "misfit", problem: "cannot: must have a kind and a question" };
}

const MOST_PROBLEMS = 8;

/** Line by line from the end, so that no text can make it slow. "" when there is no closed fence. */
function lastFenced(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const end = lines.findLastIndex((line) => /^(?:`{3,}|~{3,})$/u.test(line));
  const marks = lines[end] ?? "";
  const start = lines.findLastIndex((line, index) => index < end && line.startsWith(marks));
  return end < 0 || start < 0 ? "" : lines.slice(start + 1, end).join("\n");
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}

/** No answer is nested in so many lines that begin with a brace. */
const MOST_STARTS = 100;

/** From each of the last lines that begin with a brace to the last brace, the shortest first. */
function upToLastBrace(text: string): string[] {
  const upTo = text.slice(0, text.lastIndexOf("}") + 1);
  const starts = [...upTo.matchAll(/^[ \t]*\{/gm)].slice(-MOST_STARTS);
  return starts.reverse().map(({ index }) => upTo.slice(index));
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const data: unknown = JSON.parse(text);
    const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
    return isObject ? (data as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
