import type { Promised } from "../../domain/red-verdict.ts";
import type { FailureCause } from "../../domain/test-run.ts";
import { promisesCommand, promisesModule, promisesPackage, promisesSymbol } from "./promised.ts";

/** The words that a reason is given in; the first four are honest. */
export type RedReason =
  | "assertion"
  | "not_implemented"
  | "missing_symbol"
  | "missing_module"
  | "syntax_error"
  | "dependency_missing"
  | "setup_error"
  | "timeout"
  | "flaky"
  | "clock_dependent"
  | "network_denied"
  | "crash"
  | "misconfigured"
  | "runner_missing"
  | "no_tests"
  | "baseline_only"
  | "passes_already"
  | "broke_old"
  | "disputed";

/** Whether a failure is one that missing behaviour explains (S0-18), missing names only as promised (S0-20). */
export function isHonest(cause: FailureCause, promised: Promised): boolean {
  if (cause.kind === "assertion" || cause.kind === "not_implemented") return true;
  if (cause.kind === "dependency_missing") return reasonOf(cause, promised) !== cause.kind;
  return cause.kind === "missing_target" && promisesTarget(cause, promised);
}

type MissingTarget = Extract<FailureCause, { kind: "missing_target" }>;

function promisesTarget(cause: MissingTarget, promised: Promised): boolean {
  if (cause.target === "symbol") return promisesSymbol(cause.name, promised);
  return promisesModule(cause.name, promised);
}

/** The reason's word. A name that nobody promised is a dependency, or the test's own mistake. */
export function reasonOf(cause: FailureCause, promised: Promised): RedReason {
  if (cause.kind === "dependency_missing") {
    if (promisesPackage(cause.name, promised)) return "missing_module";
    return promisesCommand(cause.name, promised) ? "missing_symbol" : "dependency_missing";
  }
  if (cause.kind !== "missing_target") return cause.kind;
  const honest = promisesTarget(cause, promised);
  if (cause.target === "module") return honest ? "missing_module" : "dependency_missing";
  return honest ? "missing_symbol" : "setup_error";
}

/** One sentence a person can act on. */
export function whyOf(cause: FailureCause, promised: Promised): string {
  if (cause.kind !== "missing_target" && cause.kind !== "dependency_missing")
    return SENTENCES[cause.kind];
  const name = cause.name === "" ? "a name" : `\`${cause.name}\``;
  return isHonest(cause, promised)
    ? `${name} does not exist yet, and the plan promises it`
    : `${name} does not exist, and nothing in the plan promises it`;
}

const SENTENCES: Readonly<
  Record<Exclude<FailureCause["kind"], "missing_target" | "dependency_missing">, string>
> = {
  assertion: "an assertion about the missing behaviour failed",
  not_implemented: "the code says that it is not implemented",
  syntax_error: "a file does not parse or compile",
  setup_error: "the test's own set-up failed before any assertion",
  timeout: "it did not end in time",
  crash: "the process died",
  misconfigured: "the runner's configuration is wrong",
  runner_missing: "the test runner is not installed",
};
