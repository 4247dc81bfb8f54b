import { shell } from "../cause/scripted.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";

/** shunit2 prints names and assertions, and counts failures double: its tests are counted instead. */
export const shunit2: Framework = {
  name: "shunit2",
  runs: /\bshunit2\b|\bsh\b.*_test\.sh\b|\$t\b/,
  mayBeSilent: true,
  detect: (facts) => {
    const tests = facts.files.filter((path) => /(?:^|\/)\w+_test\.sh$/.test(path));
    return tests.length === 0
      ? null
      : `rc=0; for t in ${tests.join(" ")}; do sh "$t" || rc=1; done; exit $rc`;
  },
  instrument: () => null,
  read(output) {
    const ends = [...output.stdout.matchAll(/^Ran \d+ tests?\.$/gm)];
    const loads = loadErrors(output);
    if (ends.length === 0 && loads.length === 0) return null;
    const { cases, skipped } = testsIn(output);
    const failed = cases.filter((test) => test.outcome === "failed").length;
    const passed = cases.length - failed - skipped;
    return {
      cases,
      loads,
      counts: { passed, failed, skipped },
      source: "text",
      cut: false,
      ended: !unfinished(output.stdout) || loads.length > 0,
    };
  },
  rules: shell,
};

/** The last file printed names, and no result. */
function unfinished(stdout: string): boolean {
  const rest = stdout.slice(stdout.lastIndexOf("\nRan ") + 1);
  return /^test\w+$/m.test(rest.replace(/^Ran .*$/m, ""));
}

/** A test file that the shell cannot read to its end, or that sources a file that is not there. */
const BROKEN =
  /^\S+: (?:line )?\d+: .*(?:[Ss]yntax error|[Cc]an(?:not|'t) open \S+\.(?:ba)?sh|\S+\.(?:ba)?sh: No such file)/;

/** What the shell or shunit2 itself says when a file cannot run. */
function loadErrors(output: Output): ReadLoad[] {
  const lines = output.stderr.split("\n");
  const syntax = lines.filter((line) => BROKEN.test(line));
  const loads = syntax.map((line) => ({ file: line.split(":")[0] ?? "", text: line }));
  const fatal = lines.filter((line) => line.startsWith("shunit2:FATAL"));
  if (fatal.length === 0) return loads;
  return [...loads, { file: "", text: output.stderr, phase: "hook" as const }];
}

function testsIn(output: Output): { cases: ReadCase[]; skipped: number } {
  const errors = errorsByTest(output.stderr);
  const cases: ReadCase[] = [];
  let skipped = 0;
  for (const file of filesIn(output.stdout)) {
    skipped += file.skipped;
    const heads = [...file.text.matchAll(/^(test\w+)$/gm)];
    heads.forEach((head, at) => {
      const id = head[1] ?? "";
      const body = file.text.slice(head.index + id.length, heads[at + 1]?.index);
      const said = `${errors.get(id) ?? ""}\n${body}`;
      const failed = errors.has(id) || /^ASSERT:/m.test(body);
      cases.push({
        id,
        file: file.name,
        outcome: failed ? "failed" : "passed",
        text: failed ? said : "",
        phase: "test",
      });
    });
  }
  return { cases, skipped };
}

/** The parts of the output that each end with a result. */
function filesIn(stdout: string): { name: string; text: string; skipped: number }[] {
  return [...stdout.matchAll(/([\s\S]*?)^Ran \d+ tests?\.\s*^(?:OK|FAILED)(.*)$/gm)].map(
    (part) => ({
      name: /^== (\S+)$/m.exec(part[1] ?? "")?.[1] ?? "",
      text: part[1] ?? "",
      skipped: Number(/skipped=(\d+)/.exec(part[2] ?? "")?.[1] ?? 0),
    }),
  );
}

/** What a test wrote on stderr stands before shunit2's own line about it. */
function errorsByTest(stderr: string): Map<string, string> {
  const found = new Map<string, string>();
  let before: string[] = [];
  for (const line of stderr.split("\n")) {
    const error = /^shunit2:ERROR (test\w+)\(\) returned/.exec(line);
    before.push(line);
    if (error === null) continue;
    found.set(error[1] ?? "", before.join("\n"));
    before = [];
  }
  return found;
}
