import type { TestCounts } from "../../../domain/test-run.ts";
import { php } from "../cause/scripted.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { addArguments } from "../read/command-line.ts";
import { readJunit } from "../read/junit.ts";
import { relativeTo, reportOf } from "../read/paths.ts";
import { lastMatch, testFileIn } from "../read/summary.ts";

/** PHPUnit: the text has every failure; the JUnit file names the tests that pass. */
export const phpunit: Framework = {
  name: "phpunit",
  runs: /\bphpunit\b|\bpest\b/,
  detect(facts) {
    const configured = facts.files.some((path) => /^phpunit\.xml(?:\.dist)?$/.test(path));
    return configured || /phpunit\/phpunit/.test(facts.text("composer.json") ?? "")
      ? "vendor/bin/phpunit"
      : null;
  },
  instrument: (command, reportDir) => ({
    command: addArguments(command, ["--log-junit", `${reportDir}/report.xml`, "--colors=never"]),
    env: {},
  }),
  read(output) {
    const counts = countsIn(output.stdout);
    const loads = counts === null ? fatal(output) : [];
    const none = /^No tests (?:executed|found)/m.test(output.stdout);
    const started =
      /^PHPUnit \d/m.test(output.stdout) && !/Unknown option|Could not load/.test(output.stdout);
    if (counts === null && loads.length === 0 && !none && !started) return null;
    const failed = failuresIn(output);
    return {
      cases: [...failed, ...othersIn(output, failed)],
      loads,
      empty: [...output.stdout.matchAll(/No tests found in class "([^"]+)"/g)].map(
        (match) => match[1] ?? "",
      ),
      counts: counts ?? (none || loads.length > 0 ? { passed: 0, failed: 0, skipped: 0 } : null),
      passing: /No tests found in class/.test(output.stdout),
      source: "text",
      cut: false,
      ended: counts !== null || none || loads.length > 0,
    };
  },
  rules: php,
};

/** Errors that end PHP itself: the file that does not parse, a class declared twice, no memory. */
function fatal(output: Output): ReadLoad[] {
  const text = `${output.stderr}\n${output.stdout}`;
  const match =
    /(?:PHP )?(?:Fatal|Parse) error: [\s\S]*|^Error: [\s\S]*|^An error occurred inside PHPUnit\.[\s\S]*/m.exec(
      text,
    );
  if (match === null) return [];
  const first = match[0].split("\n")[0] ?? "";
  const at = /in (\/\S+\.php)(?::| on line )\d+/.exec(first)?.[1];
  const file =
    at === undefined ? testFileIn(match[0], output.dir, "php") : relativeTo(output.dir, at);
  return [{ file, text: match[0] }];
}

/** `1) Class::test` blocks under `There was 1 failure:`; warnings say that a class has no tests. */
function failuresIn(output: Output): ReadCase[] {
  const start = lastMatch(output.stdout, /^Time: [\d:.]+.*, Memory: .*$/gm)?.index ?? 0;
  const sections = output.stdout.slice(start).split(/^There (?:was|were) \d+ |^--\n+/m);
  const failing = sections.filter((section) =>
    /^(?:There (?:was|were) \d+ )?(?:errors?|failures?):/.test(section),
  );
  return failing
    .flatMap((section) => section.split(/^\d+\) /m).slice(1))
    .map((block) => {
      const [id = ""] = block.split("\n");
      const provider = /The data provider specified for (\S+) is invalid/.exec(block);
      return {
        id: provider?.[1] ?? id,
        file: testFileIn(block, output.dir, "php"),
        outcome: "failed",
        text: block.slice(id.length).replace(/^(?:ERRORS|FAILURES|WARNINGS)![\s\S]*/m, ""),
        phase: /::(?:setUp|tearDown|setUpBeforeClass)\b|->(?:setUp|tearDown)\(/.test(block)
          ? "hook"
          : "test",
      };
    });
}

function othersIn(output: Output, failed: readonly ReadCase[]): ReadCase[] {
  const report = reportOf(output.reports, /\.xml$/);
  const cases = report === null ? [] : (readJunit(report.text)?.cases ?? []);
  const names = new Set(failed.map((test) => test.id));
  const others = cases.map((test): ReadCase => {
    const outcome = test.status === "skipped" ? "skipped" : "passed";
    return {
      id: `${test.classname.replaceAll(".", "\\")}::${test.name}`,
      file: relativeTo(output.dir, test.file),
      outcome,
      text: "",
      phase: "test",
    };
  });
  return others.filter(
    (test, at) =>
      !names.has(test.id) && cases[at]?.status !== "failed" && cases[at]?.name !== "Warning",
  );
}

function countsIn(stdout: string): TestCounts | null {
  const all = lastMatch(stdout, /^OK \((\d+) tests?, \d+ assertions?\)$/gm);
  if (all !== null) return { passed: Number(all[1]), failed: 0, skipped: 0 };
  const line = lastMatch(stdout, /^Tests: \d+, Assertions: \d+.*$/gm)?.[0];
  if (line === undefined) return null;
  const of = (word: string): number =>
    Number(new RegExp(`\\b${word}: (\\d+)`).exec(line)?.[1] ?? 0);
  const failed = of("Failures") + of("Errors") + of("Warnings");
  const skipped = of("Skipped") + of("Incomplete");
  return { passed: of("Tests") - failed - skipped, failed, skipped };
}
