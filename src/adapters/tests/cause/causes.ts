import type { FailureCause } from "../../../domain/test-run.ts";

/** Short names for the causes, so that rule tables stay one line a rule. */
export const assertion: FailureCause = { kind: "assertion" };
export const notImplemented: FailureCause = { kind: "not_implemented" };
export const syntaxError: FailureCause = { kind: "syntax_error" };
export const setupError: FailureCause = { kind: "setup_error" };
export const timeout: FailureCause = { kind: "timeout" };
export const crash: FailureCause = { kind: "crash" };
export const misconfigured: FailureCause = { kind: "misconfigured" };
export const runnerMissing: FailureCause = { kind: "runner_missing" };

export function missingModule(name: string | undefined): FailureCause {
  return { kind: "missing_target", target: "module", name: name ?? "" };
}

export function missingSymbol(name: string | undefined): FailureCause {
  return { kind: "missing_target", target: "symbol", name: name ?? "" };
}

/** An argument that a function does not take yet, written `function(argument=)`. */
export function missingArgument(
  callee: string | undefined,
  name: string | undefined,
): FailureCause {
  return missingSymbol(`${callee ?? ""}(${name ?? ""}=)`);
}

export function missingDependency(name: string | undefined): FailureCause {
  return { kind: "dependency_missing", name: name ?? "" };
}
