import { z } from "zod";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, Reading } from "../framework.ts";
import { addArguments } from "../read/command-line.ts";
import { hasDependency, hasScript } from "../read/package-json.ts";
import { testFileIn } from "../read/summary.ts";

/** One line of vows' JSON report: a kind and what belongs to it. */
const Subject = z.object({ 0: z.literal("subject"), 1: z.string() });
const Vow = z.object({
  0: z.literal("vow"),
  1: z.object({
    title: z.string(),
    context: z.string().nullish(),
    status: z.enum(["honored", "broken", "errored", "pending"]),
    exception: z
      .union([z.string(), z.object({ error: z.unknown() }).transform(({ error }) => String(error))])
      .nullish(),
  }),
});
const Finish = z.object({ 0: z.literal("finish") });
const Line = z.union([Subject, Vow, Finish]);

/** Vows has a JSON report of one line a vow, which replaces what people read. */
export const vows: Framework = {
  name: "vows",
  runs: /\bvows\b/,
  mayBeSilent: true,
  detect(facts) {
    if (hasScript(facts, /\bvows\b/)) return "npm test";
    return hasDependency(facts, "vows") ? "npx vows" : null;
  },
  instrument: (command) => ({ command: addArguments(command, ["--json"]), env: {} }),
  read: (output) => fromJson(output) ?? fromText(output),
  rules: javascript,
};

function fromJson(output: Output): Reading | null {
  const parsed = output.stdout.split("\n").map(parseLine);
  const lines = parsed.flatMap((line) => (line === null ? [] : [line]));
  if (lines.length === 0) return null;
  let subject = "";
  const cases = lines.flatMap((line): ReadCase[] => {
    if (line[0] === "subject") subject = line[1];
    return line[0] === "vow" ? [vowCase(line[1], subject, output)] : [];
  });
  const ended = lines.some((line) => line[0] === "finish");
  const besides = output.stdout
    .split("\n")
    .filter((line) => !/^\{"0":"/.test(line))
    .concat(output.stderr)
    .join("\n")
    .trim();
  return { cases, loads: [], counts: null, source: "report", besides, cut: false, ended };
}

function parseLine(text: string): z.infer<typeof Line> | null {
  if (!text.startsWith('{"0":')) return null;
  try {
    return Line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const OUTCOMES = {
  honored: "passed",
  broken: "failed",
  errored: "failed",
  pending: "skipped",
} as const;

function vowCase(vow: z.infer<typeof Vow>[1], subject: string, { dir }: Output): ReadCase {
  const text = vow.exception ?? "";
  return {
    id: [subject, vow.context ?? "", vow.title].filter((part) => part !== "").join(" > "),
    file: testFileIn(text, dir, "[cm]?[jt]sx?"),
    outcome: OUTCOMES[vow.status],
    // A broken vow is an assertion by definition; its message alone may not say so.
    text: vow.status === "broken" ? `AssertionError: ${text}` : text,
    phase: "test",
  };
}

/** The tree that `--spec` prints, where the report could not be had. */
function fromText({ stdout }: Output): Reading | null {
  const summary = /(\d+) honored/.test(stdout);
  const lines = stdout.split("\n");
  let context = "";
  const cases: ReadCase[] = [];
  for (const [at, line] of lines.entries()) {
    const vow = /^ +([✓✗-]) (\S.*?) *$/u.exec(line);
    if (vow !== null) cases.push(printedCase(vow, context, lines[at + 1] ?? ""));
    else context = /^ {2,4}(\S.*?) *$/u.exec(line)?.[1] ?? context;
  }
  if (!summary) return null;
  return { cases, loads: [], counts: null, source: "text", cut: false, ended: true };
}

function printedCase([, mark, name]: RegExpExecArray, context: string, next: string): ReadCase {
  const said = /» (.*)$/u.exec(next)?.[1] ?? "";
  const caught = /^An unexpected error was caught: (.*)$/u.exec(said)?.[1];
  const marks: Readonly<Record<string, ReadCase["outcome"]>> = { "✓": "passed", "✗": "failed" };
  return {
    id: context === "" ? (name ?? "") : `${context} > ${name}`,
    file: "",
    outcome: marks[mark ?? ""] ?? "skipped",
    text: caught ?? `AssertionError: ${said}`,
    phase: "test",
  };
}
