import type { TestCounts } from "../../../domain/test-run.ts";
import { python } from "../cause/python.ts";
import type { Framework, Output, Phase, ReadCase, ReadLoad } from "../framework.ts";
import { lastMatch } from "../read/summary.ts";

/** Python's own unittest: text on stderr, one section for each failure. */
export const unittest: Framework = {
  name: "unittest",
  runs: /\bunittest\b|\bmanage\.py test\b/,
  detect: (facts) =>
    facts.files.some((path) => /(?:^|\/)tests?\/test\w*\.py$/.test(path))
      ? "python3 -m unittest -v"
      : null,
  instrument: (command) => ({ command, env: { PYTHONDONTWRITEBYTECODE: "1" } }),
  read(output) {
    const onStderr = /^Ran \d+ tests? in /m.test(output.stderr);
    const text = onStderr ? output.stderr : `${output.stderr}\n${output.stdout}`;
    const sections = sectionsOf(text);
    const lines = linesOf(text);
    const ran = lastMatch(text, /^Ran (\d+) tests? in /gm);
    const broken = sections.filter((section) => section.head.includes("_FailedTest"));
    if (ran === null && lines.length === 0 && !/ \.\.\. *$/m.test(text)) return null;
    const failing = sections.filter((section) => !broken.includes(section));
    return {
      cases: [...failing.map((section) => toCase(section, output)), ...lines],
      loads: broken.map(toLoad),
      counts: ran === null ? null : countsIn(text, Number(ran[1]), sections),
      passing: /unexpected successes=/.test(lastMatch(text, /^FAILED \((.*)\)$/gm)?.[1] ?? ""),
      source: "text",
      cut: false,
      ended: ran !== null,
    };
  },
  rules: python,
};

interface Section {
  readonly kind: string;
  readonly head: string;
  readonly body: string;
}

function sectionsOf(text: string): Section[] {
  const found = text.matchAll(
    /^={60,}\n(FAIL|ERROR): (.*)\n(?:(?!-{60,}$).*\n)*?-{60,}\n([\s\S]*?)(?=^={60,}$|^-{60,}\nRan )/gm,
  );
  return [...found].map((match) => ({
    kind: match[1] ?? "",
    head: match[2] ?? "",
    body: match[3] ?? "",
  }));
}

/** `test_x (tests.test_x.T.test_x)`, before Python 3.11 without the name in the parentheses. */
function idOf(head: string): string {
  const match = /^(\S+) \(([\w.<>]+)\)(.*)$/.exec(head);
  if (match === null) return head;
  const [, name = "", path = "", rest = ""] = match;
  const id =
    path.endsWith(`.${name}`) || /^(?:setUp|tearDown)/.test(name) ? path : `${path}.${name}`;
  return `${id}${rest.trimEnd() === "" ? "" : rest.trimEnd()}`;
}

function toCase(section: Section, output: Output): ReadCase {
  const hook =
    /^(?:setUp|tearDown)/.test(section.head) || /, in (?:setUp|tearDown)\w*$/m.test(section.body);
  const phase: Phase = hook ? "hook" : "test";
  return {
    id: idOf(section.head),
    file: fileOf(section.body, output.dir),
    outcome: "failed",
    text: section.body.split(/^Stdout:$|^Stderr:$/m)[0] ?? "",
    phase,
  };
}

function fileOf(body: string, dir: string): string {
  const path = /File "([^"]+\.py)"/.exec(body)?.[1] ?? "";
  return path.startsWith(`${dir}/`) ? path.slice(dir.length + 1) : path;
}

function toLoad(section: Section): ReadLoad {
  return { file: section.head.split(" ")[0] ?? "", text: section.body };
}

/** With `-v` a line for each test, which may have its docstring's first line in between. */
function linesOf(text: string): ReadCase[] {
  const lines = text.matchAll(
    /^(\w+ \([\w.]+\))(?:\n[^\n]*)? \.\.\. (ok|skipped .*|expected failure|unexpected success)$/gm,
  );
  return [...lines].map((line) => ({
    id: idOf(line[1] ?? ""),
    file: "",
    outcome: line[2] === "ok" || line[2] === "unexpected success" ? "passed" : "skipped",
    text: "",
    phase: "test",
  }));
}

/** Sub-tests fail one by one and are one test in `Ran`; hooks of classes are in no count. */
function countsIn(text: string, ran: number, sections: readonly Section[]): TestCounts {
  const line = lastMatch(text, /^(?:OK|FAILED)(?: \((.*)\))?$/gm)?.[1] ?? "";
  const of = (word: string): number =>
    Number(new RegExp(`(?:^|, )${word}=(\\d+)`).exec(line)?.[1] ?? 0);
  const unexpected = of("unexpected successes");
  const skipped = of("skipped") + of("expected failures");
  const tests = new Set(sections.map((section) => section.head.replace(/\) .*$/, ")")));
  const inRun = [...tests].filter(
    (head) => !/^(?:setUpClass|setUpModule|tearDown)/.test(head),
  ).length;
  return {
    passed: Math.max(0, ran - inRun - skipped - unexpected),
    failed: of("failures") + of("errors") + unexpected,
    skipped,
  };
}
