import { z } from "zod";
import type { TestCounts } from "../../../domain/test-run.ts";
import { crash } from "../cause/causes.ts";
import { firstMatch } from "../cause/classify.ts";
import { go as rules } from "../cause/compiled.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { relativeTo, reportOf } from "../read/paths.ts";

/** One line of `go test -json`. */
const Event = z.object({
  Action: z.string(),
  Package: z.string().default(""),
  Test: z.string().optional(),
  Output: z.string().optional(),
});
type Event = z.infer<typeof Event>;

/** go test: its JSON events name every test; compile errors are text beside them. */
export const go: Framework = {
  name: "go",
  runs: /\bgo\s+test\b|\bgotestsum\b/,
  detect: (facts) => (facts.files.includes("go.mod") ? "go test ./..." : null),
  instrument: (command) =>
    /-json\b/.test(command) ? { command, env: {} } : { command, env: { GOFLAGS: "-json" } },
  read(output) {
    const events = eventsOf(output);
    const text = events.length > 0 ? asPrinted(events, output.stdout) : output.stdout;
    const packages = packagesIn(text);
    const cases = events.length > 0 ? fromEvents(events) : fromText(text);
    const nothing =
      /no packages to test|matched no packages|lstat .* no such file|no test files/.test(
        `${text}\n${output.stderr}`,
      );
    if (packages.length === 0 && cases.length === 0 && !nothing) return null;
    const failed = cases.filter((test) => test.outcome === "failed");
    const loads = packages.flatMap((one) => loadsOf(one, { text, output, failed }));
    return {
      cases,
      loads,
      counts: countsIn(cases, packages, events.length > 0),
      source: events.length > 0 ? "report" : "text",
      cut: events.length > 0 ? isCut(events, packages) : isCutText(output),
      ended: packages.length > 0 || nothing,
    };
  },
  rules,
};

/** Each package ends with an event of its own, without a test's name; none is only printed. */
function isCut(events: readonly Event[], packages: readonly Package[]): boolean {
  const ended = new Set(
    events
      .filter((event) => event.Test === undefined && ENDS.test(event.Action))
      .map((event) => event.Package),
  );
  // Events of the build have no package.
  if (events.some((event) => event.Package !== "" && !ended.has(event.Package))) return true;
  return packages.some((one) => one.failed && one.broken === null && !ended.has(one.name));
}

/** A package whose tests failed is named behind them; go and its compiler end every line. */
function isCutText({ stdout, stderr, exitCode }: Output): boolean {
  if (stderr !== "" && !stderr.endsWith("\n")) return true;
  const failed = stdout.lastIndexOf("--- FAIL: ");
  return exitCode !== 0 && failed >= 0 && !/^FAIL\t/m.test(stdout.slice(failed));
}

const ENDS = /^(?:pass|fail|skip)$/;

/** Without -v only the packages are named: one whose tests pass counts as one. */
function countsIn(
  cases: readonly ReadCase[],
  packages: readonly Package[],
  events: boolean,
): TestCounts | null {
  const of = (outcome: string): number => cases.filter((test) => test.outcome === outcome).length;
  if (events || of("passed") > 0) return null;
  const passed = packages.filter((one) => one.passed).length;
  return { passed, failed: of("failed"), skipped: of("skipped") };
}

function eventsOf(output: Output): Event[] {
  const report = reportOf(output.reports, /\.json$/)?.text ?? output.stdout;
  if (!/^\{".*"Action":/m.test(report)) return [];
  return report.split("\n").flatMap((line) => {
    const event = line.startsWith("{") ? Event.safeParse(parsed(line)) : null;
    return event?.success === true ? [event.data] : [];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A killed run leaves half a line.
    return null;
  }
}

/** What the events print, and the lines that are no events. */
function asPrinted(events: readonly Event[], stdout: string): string {
  const other = stdout.split("\n").filter((line) => !/^\{".*"Action":/.test(line));
  return `${events.map((event) => event.Output ?? "").join("")}\n${other.join("\n")}`;
}

function fromEvents(events: readonly Event[]): ReadCase[] {
  const tests = new Map<string, { event: Event; text: string; end: string | null }>();
  for (const event of events) {
    if (event.Test === undefined) continue;
    const key = `${event.Package} ${event.Test}`;
    const test = tests.get(key) ?? { event, text: "", end: null };
    if (ENDS.test(event.Action)) test.end = event.Action;
    tests.set(key, { ...test, text: test.text + (event.Output ?? "") });
  }
  const ended = [...tests.values()].filter((test) => test.end !== null);
  return ended.map(({ event, text, end }) => toCase(event.Test ?? "", end ?? "", text));
}

function toCase(id: string, end: string, text: string): ReadCase {
  const outcome = { pass: "passed", fail: "failed" }[end.toLowerCase()] as
    | "passed"
    | "failed"
    | undefined;
  const own = text.replace(/^=== .*$/gm, "");
  return {
    id,
    file: /(\w+_test\.go):\d+/.exec(own)?.[1] ?? "",
    outcome: outcome ?? "skipped",
    text: own,
    phase: "test",
  };
}

/** `--- FAIL: name` with what follows it; with -v what is under `=== RUN name` came before. */
function fromText(text: string): ReadCase[] {
  const said = new Map<string, string>();
  const ends = new Map<string, string>();
  let current = "";
  for (const line of text.split("\n")) {
    const run = /^=== (?:RUN|CONT|NAME) +(\S+)$/.exec(line);
    const end = /^ *--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/.exec(line);
    if (/^(?:FAIL|ok|PASS)\b/.test(line)) current = "";
    if (end !== null) ends.set(end[2] ?? "", end[1] ?? "");
    current = run?.[1] ?? end?.[2] ?? current;
    said.set(current, `${said.get(current) ?? ""}${line}\n`);
  }
  return [...ends].map(([name, end]) => toCase(name, end, said.get(name) ?? ""));
}

interface Package {
  readonly name: string;
  readonly failed: boolean;
  /** It had tests, and they passed. */
  readonly passed: boolean;
  /** `build failed` or `setup failed`; null when its tests ran. */
  readonly broken: string | null;
}

function packagesIn(text: string): Package[] {
  const lines = text.matchAll(
    /^(ok {2}|FAIL|\?? {3})\t(\S+)(?:[\t ]+\[(build failed|setup failed)\])?.*$/gm,
  );
  const found = [...lines].map((line) => ({
    name: line[2] ?? "",
    failed: line[1] === "FAIL",
    passed: /^ok {2}\t(?!.*\[no tests to run\])/.test(line[0]),
    broken: line[3] ?? null,
  }));
  return found.filter((one, at) => found.findIndex((other) => other.name === one.name) === at);
}

interface Around {
  readonly text: string;
  readonly output: Output;
  readonly failed: readonly ReadCase[];
}

function loadsOf(one: Package, { text, output, failed }: Around): ReadLoad[] {
  if (one.broken !== null) return brokenBy(one, `${output.stderr}\n${text}`, output);
  if (!one.failed || ownFailure(one, text, failed)) return [];
  const part = partOf(one, text);
  return [{ file: one.name, text: part, cause: firstMatch(part, rules) ?? crash }];
}

/** A package that failed without a failing test of its own died. */
function ownFailure(one: Package, text: string, failed: readonly ReadCase[]): boolean {
  const part = partOf(one, text);
  return failed.some((test) => part.includes(`--- FAIL: ${test.id} `));
}

/** What was printed up to this package's line, from the package before it on. */
function partOf(one: Package, text: string): string {
  const end = text.search(
    new RegExp(`^FAIL\\t${one.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`, "m"),
  );
  const before = end === -1 ? text : text.slice(0, end);
  const start = [...before.matchAll(/^(?:ok {2}|FAIL|\? {3})\t.*$/gm)].at(-1)?.index ?? 0;
  return before.slice(start).replace(/^(?:ok {2}|FAIL|\? {3})\t.*\n/, "");
}

/** The compiler's lines stand under `# package`; each is an error of its own. */
function brokenBy(one: Package, text: string, output: Output): ReadLoad[] {
  const name = one.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const own = new RegExp(`^# ${name}(?: .*)?$\\n([\\s\\S]*?)(?=^# |^FAIL\\t|^ok  \\t|^$)`, "gm");
  const sections = [...text.matchAll(own)].map((match) => match[1] ?? "");
  const any =
    sections.length > 0
      ? sections.join("\n")
      : (/^# .*\n([\s\S]*?)(?=^# |^FAIL\t|^$)/m.exec(text)?.[1] ?? text);
  const errors = any.split(/\n(?=(?:vet: )?\S+\.go:\d+)/).filter((error) => /\.go:\d+/.test(error));
  const texts = errors.length > 0 ? [...new Set(errors)] : [any];
  const file = `${one.name} [${one.broken}]`;
  return texts.map((error) => ({ file, text: relativeTo(output.dir, error) }));
}
