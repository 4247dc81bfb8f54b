import type { TestCounts } from "../../../domain/test-run.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { addArguments } from "../read/command-line.ts";
import { readJunit } from "../read/junit.ts";
import { hasDependency, hasScript } from "../read/package-json.ts";
import { reportOf } from "../read/paths.ts";
import { lastMatch, numberBefore, testFileIn } from "../read/summary.ts";

/** A jasmine reporter of ours, loaded as a helper: its own reporters name no test that passes. */
const HELPER = `const { appendFileSync } = require("node:fs");
jasmine.getEnv().addReporter({
  specDone(r) {
    appendFileSync(__dirname + "/specs.ndjson", JSON.stringify({ name: r.fullName, status: r.status }) + "\\n");
  },
});
`;

/** Jasmine prints failures and counts; which specs passed comes from a helper of ours. */
export const jasmine: Framework = {
  name: "jasmine",
  runs: /\bjasmine\b/,
  detect(facts) {
    if (hasScript(facts, /\bjasmine\b/)) return "npm test";
    return hasDependency(facts, "jasmine") ? "npx jasmine" : null;
  },
  instrument: (command, reportDir) => ({
    command: addArguments(command, [`--helper=${reportDir}/helper.cjs`]),
    env: {},
    files: { "helper.cjs": HELPER },
  }),
  read(output) {
    const counts = countsIn(output.stdout);
    const loads = loadErrors(output);
    const none = /^No specs found$/m.test(output.stdout);
    if (counts === null && loads.length === 0 && !/^Started$/m.test(output.stdout)) return null;
    const failed = failuresIn(output);
    const names = new Set(failed.map((test) => test.id));
    return {
      cases: [...failed, ...othersIn(output).filter((test) => !names.has(test.id))],
      loads,
      counts: counts ?? (none ? { passed: 0, failed: 0, skipped: 0 } : null),
      source: "text",
      cut: false,
      ended: counts !== null || loads.length > 0 || none,
    };
  },
  rules: javascript,
};

/** Node's report of a spec file that does not load, with nothing run. */
function loadErrors(output: Output): ReadLoad[] {
  if (/^Started$/m.test(output.stdout)) return [];
  const error = /^(?:\w*Error\b|Uncaught|Error \[)[\s\S]*|^file:\/\/[\s\S]*/m.exec(output.stderr);
  const file = error === null ? "" : testFileIn(output.stderr, output.dir, "[cm]?[jt]sx?");
  return error === null || file === "" ? [] : [{ file, text: output.stderr }];
}

/** `1) full name`, `Message:`, `Stack:` blocks; suite errors stand among them. */
function failuresIn(output: Output): ReadCase[] {
  const from = lastMatch(output.stdout, /^Failures:$/gm)?.index;
  if (from === undefined) return [];
  const body = output.stdout.slice(from).split(/^\d+ specs?, /m)[0] ?? "";
  const blocks = body.split(/^(?=\d+\) .*\n {2}Message:|Suite error: )/m).slice(1);
  return blocks.map((block) => {
    const [head = ""] = block.split("\n");
    const suite = head.startsWith("Suite error");
    return {
      id: head.replace(/^\d+\) /, ""),
      file: testFileIn(block, output.dir, "[cm]?[jt]sx?"),
      outcome: "failed",
      text: block.slice(head.length),
      phase: suite || /beforeAll function failed/.test(block) ? "hook" : "test",
    };
  });
}

function othersIn(output: Output): ReadCase[] {
  const ours = reportOf(output.reports, /specs\.ndjson$/);
  if (ours !== null) return fromHelper(ours.text);
  const junit = reportOf(output.reports, /\.xml$/);
  const cases = junit === null ? [] : (readJunit(junit.text)?.cases ?? []);
  // The reporter writes specs that a filter left out as passed.
  if (/^Ran \d+ of \d+ specs$/m.test(output.stdout)) return [];
  const passed = cases.filter((test) => test.status === "passed");
  return passed.map((test) => other(`${suiteOf(test.classname)}${test.name}`, "passed"));
}

function suiteOf(classname: string): string {
  const names = classname.split(".").filter((name) => name !== "focused specs" && name !== "");
  return names.map((name) => `${name} `).join("");
}

function fromHelper(text: string): ReadCase[] {
  return text.split("\n").flatMap((line) => {
    const match = /^\{"name":(".*"),"status":"(passed|pending|excluded)"\}$/.exec(line);
    if (match === null) return [];
    return [
      other(String(JSON.parse(match[1] ?? '""')), match[2] === "passed" ? "passed" : "skipped"),
    ];
  });
}

function other(id: string, outcome: "passed" | "skipped"): ReadCase {
  return { id, file: "", outcome, text: "", phase: "test" };
}

function countsIn(stdout: string): TestCounts | null {
  const line = lastMatch(stdout, /^\d+ specs?, \d+ failures?.*$/gm)?.[0];
  if (line === undefined) return null;
  const excluded = lastMatch(stdout, /^Ran (\d+) of (\d+) specs?$/gm);
  const left = excluded === null ? 0 : Number(excluded[2]) - Number(excluded[1]);
  const failed = numberBefore(line, "failure");
  const pending = numberBefore(line, "pending");
  const suites = [...stdout.matchAll(/^Suite error: /gm)].length;
  const passed = numberBefore(line, "spec") - Math.max(0, failed - suites) - pending;
  return { passed: Math.max(0, passed), failed, skipped: pending + left };
}
