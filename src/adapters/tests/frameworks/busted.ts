import type { TestCounts } from "../../../domain/test-run.ts";
import { lua } from "../cause/scripted.ts";
import type { Framework, Output, ReadCase, Reading, ReadLoad } from "../framework.ts";
import { addArguments } from "../read/command-line.ts";
import { readJunit } from "../read/junit.ts";
import { reportOf } from "../read/paths.ts";
import { lastMatch, numberBefore } from "../read/summary.ts";
import { readTap } from "../read/tap.ts";
import { readGtest } from "./gtest.ts";

/** busted writes one output only, and can imitate googletest's; its text has every failure. */
export const busted: Framework = {
  name: "busted",
  runs: /\bbusted\b/,
  detect: (facts) =>
    facts.files.includes(".busted") || facts.files.some((path) => /^spec\/.*_spec\.lua$/.test(path))
      ? "busted"
      : null,
  instrument(command, reportDir) {
    if (/\s(?:-o|--output)\b/.test(command)) return null;
    return {
      command: addArguments(command, ["-o", `${reportDir}/names.lua`]),
      env: {},
      files: { "names.lua": namesHandler(`${reportDir}/names.txt`) },
    };
  },
  read(output) {
    const counts = countsIn(output.stdout);
    if (counts === null) return readGtest(output) ?? fromTap(output) ?? unfinished(output);
    const blocks = blocksIn(output.stdout);
    const none = /^Error (?:->|→) No test files found/m.test(output.stdout);
    const failed = blocks.filter((block) => block.load === null).map(toCase);
    return {
      cases: [...failed, ...passedIn(output, failed)],
      loads: none ? [] : blocks.flatMap((block) => block.load ?? []),
      counts: none ? { passed: 0, failed: 0, skipped: 0 } : counts,
      source: "text",
      // The counts come first, then what failed.
      cut: !none && (blocks.length < counts.failed || !output.stdout.endsWith("\n")),
      ended: true,
    };
  },
  rules: lua,
};

/** The plain text, and beside it a line a test: its text does not name those that pass. */
function namesHandler(path: string): string {
  return `local busted = require 'busted'

return function(options)
  local handler = require 'busted.outputHandlers.plainTerminal'(options)
  local names = io.open(${JSON.stringify(path)}, 'w')
  busted.subscribe({ 'test', 'end' }, function(element, parent, status)
    local file = element.trace and element.trace.short_src or ''
    local name = handler.getFullName(element):gsub('[\\n\\t]', ' ')
    names:write(status, '\\t', file, '\\t', name, '\\n')
    names:flush()
    return nil, true
  end)
  return handler
end
`;
}

function namedIn(text: string): ReadCase[] {
  return text.split("\n").flatMap((line): ReadCase[] => {
    const [status, file = "", id = ""] = line.split("\t");
    if (status !== "success" && status !== "pending") return [];
    const outcome = status === "success" ? "passed" : "skipped";
    return [{ id, file: file.replace(/^\.\//, ""), outcome, text: "", phase: "test" }];
  });
}

/** `-o TAP`: the plan comes last, so a stream without it, or with fewer tests than it says, was cut. */
function fromTap({ stdout }: Output): Reading | null {
  const points = readTap(stdout)?.points ?? [];
  const planned = /^1\.\.(\d+)\r?\n$/m.exec(stdout.slice(stdout.lastIndexOf("\n1..") + 1))?.[1];
  if (points.length === 0) return null;
  return {
    cases: points.map((point): ReadCase => {
      const text = point.around;
      const ran = point.ok ? "passed" : "failed";
      const file = /^# (\S+) @ \d+/m.exec(text)?.[1] ?? "";
      return {
        id: point.path.join(" "),
        file,
        outcome: point.skip || point.todo ? "skipped" : ran,
        text: text.replace(/^# ?/gm, ""),
        phase: "test",
      };
    }),
    loads: [],
    counts: null,
    source: "text",
    cut: planned === undefined || Number(planned) !== points.length,
    ended: true,
  };
}

function unfinished(output: Output): Reading | null {
  const marks = /^[+\-*.●◼✱]+\s*$/.test(output.stdout.trim()) && output.stderr.trim() === "";
  return marks
    ? { cases: [], loads: [], counts: null, source: "text", cut: false, ended: false }
    : null;
}

interface Block {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly load: ReadLoad | null;
}

/** `Failure -> file @ line`, the name, the message; without a line the file did not load. */
function blocksIn(stdout: string): Block[] {
  const blocks = stdout.split(/^(?=(?:Failure|Error) (?:->|→) )/m).slice(1);
  return blocks.map((block) => {
    const [head = "", name = "", ...rest] = block.split("\n");
    const at = /^\w+ (?:->|→) (\S+) @ \d+$/.exec(head);
    const text = (at === null ? [head, ...rest] : rest).join("\n").trimEnd();
    const suite = at === null || name === `suite ${at[1]}`;
    const file = at?.[1] ?? name;
    return { name, file, text, load: suite ? { file, text } : null };
  });
}

function toCase(block: Block): ReadCase {
  const hook =
    / (?:before_each|after_each|setup|teardown|lazy_setup|lazy_teardown|strict_setup)$/.test(
      block.name,
    );
  return {
    id: block.name,
    file: block.file,
    outcome: "failed",
    text: block.text,
    phase: hook ? "hook" : "test",
  };
}

function passedIn(output: Output, failed: readonly ReadCase[]): ReadCase[] {
  const named = reportOf(output.reports, /^names\.txt$/);
  if (named !== null) return namedIn(named.text);
  const report = reportOf(output.reports, /\.xml$/);
  const cases = report === null ? [] : (readJunit(report.text)?.cases ?? []);
  const names = new Set(failed.map((test) => test.id));
  return cases
    .filter((test) => test.status !== "failed" && !names.has(test.name))
    .map((test) => ({
      id: test.name,
      file: test.classname.replace(/:\d+$/, ""),
      outcome: test.status,
      text: "",
      phase: "test",
    }));
}

function countsIn(stdout: string): TestCounts | null {
  const line = lastMatch(
    stdout,
    /^\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors? \/ \d+ pending.*$/gm,
  )?.[0];
  if (line === undefined) return null;
  return {
    passed: numberBefore(line, "success"),
    failed: numberBefore(line, "failure") + numberBefore(line, "error"),
    skipped: numberBefore(line, "pending"),
  };
}
