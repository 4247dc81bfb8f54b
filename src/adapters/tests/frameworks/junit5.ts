import type { TestCounts } from "../../../domain/test-run.ts";
import { crash } from "../cause/causes.ts";
import { java } from "../cause/compiled.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { compileErrors } from "../read/compile-errors.ts";
import { readJunit } from "../read/junit.ts";
import { lastMatch, numberBefore } from "../read/summary.ts";

/** JUnit under Maven's Surefire or Gradle: their XML is in the tree; compile errors are text. */
export const junit5: Framework = {
  name: "junit5",
  runs: /(?:^|[\s/])(?:mvnw?|gradlew?)(?:\s|$)/,
  detect(facts) {
    if (facts.files.includes("pom.xml"))
      return facts.files.includes("mvnw") ? "./mvnw -B test" : "mvn -B test";
    if (!facts.files.some((path) => /^build\.gradle(?:\.kts)?$/.test(path))) return null;
    return facts.files.includes("gradlew") ? "./gradlew test" : "gradle test";
  },
  instrument: () => null,
  treeReports: ["target/surefire-reports", "build/test-results/test"],
  read(output) {
    const files = [...output.reports]
      .filter(([name]) => name.endsWith(".xml"))
      .flatMap(([, xml]) => readJunit(xml) ?? []);
    const text = `${output.stdout}\n${output.stderr}`;
    const errors = errorsIn(output);
    const died =
      /VM terminated without properly saying goodbye|There was an error in the forked process/.test(
        text,
      );
    const none =
      /No tests were executed!|Tests are skipped\.|There are no tests to run|No tests to run\.|No tests found/.test(
        text,
      );
    const counts = countsIn(text);
    if (files.length === 0 && errors.length === 0 && !died && !none && counts === null) return null;
    const cases = files.flatMap((report) => report.cases);
    return {
      cases: cases.map((test) => toCase(test)),
      loads: [...errors, ...(died ? [{ file: "", text: "the forked VM died", cause: crash }] : [])],
      counts: counts ?? (files.length > 0 ? null : { passed: 0, failed: 0, skipped: 0 }),
      source: files.length > 0 ? "report" : "text",
      cut: files.some((report) => report.cut),
      ended: errors.length === 0 || BUILD_ENDED.test(text),
    };
  },
  rules: java,
};

/** Maven and Gradle say behind all errors that the build failed. */
const BUILD_ENDED = /\bBUILD FAIL(?:URE|ED)\b|Failed to execute goal|^\* What went wrong:/m;

function toCase(test: NonNullable<ReturnType<typeof readJunit>>["cases"][number]): ReadCase {
  const whole = test.name === "" || test.name === test.classname;
  return {
    id: whole ? test.classname : `${test.classname}.${test.name.replace(/\(\)$/, "")}`,
    file: "",
    outcome: test.status,
    text: `${test.type}: ${test.message}\n${test.text}`,
    phase: whole ? "hook" : "test",
  };
}

/** javac's errors as Maven prints them (twice) and as Gradle does. */
function errorsIn(output: Output): ReadLoad[] {
  if (
    !/COMPILATION ERROR|Compilation failure|Compilation failed|compileTestJava|compileJava/.test(
      output.stdout,
    )
  )
    return [];
  const text = `${output.stdout}\n${output.stderr}`.replace(/^\[ERROR\] +/gm, "");
  return compileErrors(text, output, {
    head: /^\/?\S+\.(?:java|kt):(?:\[\d+,\d+\]|\d+:)|^\[INFO\] |^-> \[Help|^BUILD/,
    place: /^(\/?\S+\.(?:java|kt)):/,
  }).filter((error) => error.file !== "");
}

function countsIn(text: string): TestCounts | null {
  const line = lastMatch(
    text,
    /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+ *$/gm,
  )?.[0];
  if (line === undefined) return gradleCounts(text);
  const of = (word: string): number => Number(new RegExp(`${word}: (\\d+)`).exec(line)?.[1] ?? 0);
  const failed = of("Failures") + of("Errors");
  return { passed: of("Tests run") - failed - of("Skipped"), failed, skipped: of("Skipped") };
}

function gradleCounts(text: string): TestCounts | null {
  const line = lastMatch(text, /^\d+ tests? completed.*$/gm)?.[0];
  if (line === undefined) return null;
  const failed = numberBefore(line, "failed");
  const skipped = numberBefore(line, "skipped");
  return { passed: numberBefore(line, "tests? completed") - failed - skipped, failed, skipped };
}
