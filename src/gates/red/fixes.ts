import type { RedReason } from "./honesty.ts";

/** The one thing to do about each wrong reason; goes word for word into prompts and comments. */
const FIXES: Readonly<Record<RedReason, string>> = {
  assertion: "",
  not_implemented: "",
  missing_symbol: "",
  missing_module: "",
  syntax_error: "Repair the syntax (or type) error in the file it names; run the tests again.",
  dependency_missing:
    "Use only packages that are installed, or name the missing module in the plan if it is to be written.",
  setup_error:
    "Make the test's own set-up work (fixtures, hooks, files, names it uses), so that its assertions run.",
  flaky: "Make the test end alike in every run: no randomness, no order, no clock, no network.",
  clock_dependent:
    "Make the test end alike on every date and at every hour: pass the time in or set the clock that the code reads (a fake clock), and write expected values out.",
  network_denied:
    "Tests run without network. Pass in what would come over it (a fake, a server on loopback), so that the test ends alike everywhere.",
  timeout:
    "Make the test end by itself: no watch mode, no open handles, no waiting on what never comes.",
  crash: "Find what ends the process (exit call, abort, memory) and assert on behaviour instead.",
  misconfigured:
    "Repair the runner's configuration or the test command; it never came to the tests.",
  runner_missing:
    "Install the test runner, or set testCommand in .github/tdd-loop.yml to one that exists.",
  no_tests: "Write at least one test where the runner looks for tests, and check the file's name.",
  baseline_only:
    "Add a test that fails for the new behaviour: only tests that failed before are red.",
  broke_old:
    "Leave the existing tests as they pass: new tests must not write to files, state or settings that others use.",
  disputed:
    "Leave the runner's report alone, and end no process: what it printed must agree with what it reports.",
  passes_already: "Make the new tests fail: assert on behaviour that does not exist yet.",
};

/**
 * @param detail the message, already one line
 * @param id the test or file it is about, when there is one
 */
export function fixFor(reason: RedReason, detail: string, id: string | null): string {
  const about = [id, detail].filter((part) => part !== null && part !== "").join(": ");
  const said = about === "" ? "" : ` (${about.slice(0, 300)})`;
  return `${FIXES[reason]}${said}`;
}

/** What was cut may hide a failure of another kind: nothing but the whole of it can be judged. */
export const cutFix =
  "What the run said ends early (truncated), so it cannot be told why its tests fail. Run it again, and let it print to its end: no output limit, no `head`, no kill, no filter.";
