/** The words that RED is judged in, as a person reads them; each goes on after "the new tests". */
const SENTENCES: Readonly<Record<string, string>> = {
  assertion: "an assertion about the missing behaviour fails",
  not_implemented: "the code says that it is not implemented",
  missing_symbol: "a name that the plan promises does not exist yet",
  missing_module: "a module that the plan promises does not exist yet",
  syntax_error: "a file does not parse or compile",
  dependency_missing: "a dependency that nothing promises is missing",
  setup_error: "a test's own set-up fails before any assertion",
  flaky: "a test does not end alike in every run",
  clock_dependent: "a test does not end alike on another date or at another hour",
  network_denied: "a test needs the network, and tests run without it",
  timeout: "the tests did not end in time",
  crash: "the process of the tests died",
  misconfigured: "the test runner's configuration is wrong",
  runner_missing: "the test runner is not installed",
  no_tests: "no test was run",
  baseline_only: "only tests that failed before are failing",
  broke_old: "tests that passed before the new ones were written do not pass any more",
  disputed: "what the runner printed does not agree with its report",
  passes_already: "new tests pass before anything is implemented",
  scaffold_incomplete: "the stubs do not let the tests run",
};

/** A reason of a RED verdict as a clause; a word that is not known is only freed of its underscores. */
export function redReasonText(reason: string): string {
  return Object.hasOwn(SENTENCES, reason)
    ? (SENTENCES[reason] ?? reason)
    : reason.replaceAll("_", " ");
}

const VERDICTS: Readonly<Record<string, string>> = {
  right_reason: "seen failing for the right reason",
  wrong_reason: "not failing for the right reason",
  already_satisfied: "passing already",
  cannot_judge: "RED could not be judged",
};

/** A RED verdict in words. */
export function redVerdictText(verdict: string): string {
  return VERDICTS[verdict] ?? verdict.replaceAll("_", " ");
}
