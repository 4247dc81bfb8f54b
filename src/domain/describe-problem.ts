import type { z } from "zod";
import { nearestWord } from "./nearest-word.ts";

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with a value, in a person's words and with the legal ones; goes behind the value's
 * name and a colon. The issue must come from a parse with `reportInput`.
 */
export function describeProblem(issue: Issue): string {
  switch (issue.code) {
    case "invalid_value":
      return wrongWord(issue.values.map(String), issue.input);
    case "invalid_type":
      return issue.input === undefined
        ? `is missing; it must be ${nameOf(issue.expected)}`
        : `must be ${nameOf(issue.expected)}, not ${shown(issue.input)}`;
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return `must be at most ${issue.maximum}, not ${shown(issue.input)}`;
    case "custom":
      return issue.message;
    default:
      return `does not have the right form: ${shown(issue.input)}`;
  }
}

function wrongWord(legal: readonly string[], input: unknown): string {
  const near = typeof input === "string" ? nearestWord(input, legal) : null;
  const hint = near === null ? "" : ` Did you mean "${near}"?`;
  const what = input === undefined ? "is missing; it" : `${shown(input)} is not known; it`;
  return `${what} must be one of ${legal.join(", ")}.${hint}`;
}

function tooSmall({ origin, minimum, inclusive, input }: Extract<Issue, { code: "too_small" }>) {
  if (origin === "string") return "must not be empty";
  if (origin === "array") return `must have at least ${minimum} in its list`;
  return `must be ${inclusive === false ? "above" : "at least"} ${minimum}, not ${shown(input)}`;
}

const names: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a group of keys",
  record: "a group of keys",
};

function nameOf(expected: string): string {
  return names[expected] ?? expected;
}

const longest = 60;

function shown(input: unknown): string {
  if (input === null) return "nothing";
  if (Array.isArray(input)) return "a list";
  if (typeof input === "object") return "a group of keys";
  const text = JSON.stringify(input) ?? String(input);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** Every problem of a refused value on a line of its own: where, then what. */
export function describeProblems(error: z.ZodError): readonly string[] {
  return error.issues.map(
    (issue) => `${issue.path.join(".") || "(top)"}: ${describeProblem(issue)}`,
  );
}
