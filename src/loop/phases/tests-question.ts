import { oneLine } from "../../domain/outbound-text.ts";
import type { TestRun } from "../../domain/test-run.ts";
import type { RedState } from "../state.ts";

/** More tests than this are counted. */
const MOST = 20;

/** What a person is asked before anybody makes the tests pass: which tests, where, how each fails. */
export function testsQuestion({ verdict, run }: Pick<RedState, "verdict" | "run">): string {
  const seen = verdict?.tests.filter((test) => test.verdict === "right_reason") ?? [];
  const told = seen.slice(0, MOST).map(({ id, why }) => testText(id, why, run));
  const rest = seen.length > MOST ? [`  and ${seen.length - MOST} more`] : [];
  return [
    seen.length === 1
      ? "This test was seen to fail for the right reason:"
      : `These ${seen.length} tests were seen to fail for the right reason:`,
    ...told,
    ...rest,
    "Is that what you want the code to do? After this nobody changes them.",
  ].join("\n");
}

function testText(id: string, why: string, run: TestRun | null): string {
  const test = run?.kind === "finished" ? run.cases.find((one) => one.id === id) : undefined;
  const file = test === undefined || test.file === "" || id.startsWith(test.file) ? "" : test.file;
  const said = test?.outcome.kind === "failed" ? firstLine(test.outcome.message) : "";
  const place = file === "" ? "" : ` (${oneLine(file, 100)})`;
  return `- ${oneLine(id, 140)}${place}\n  ${oneLine(said === "" ? why : said, 160)}`;
}

function firstLine(message: string): string {
  return message.split("\n").find((line) => line.trim() !== "") ?? "";
}
