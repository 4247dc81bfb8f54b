import type { Options } from "probot";
import type { Log } from "./host.ts";

type ProbotLog = NonNullable<Options["log"]>;

/**
 * Probot's logger, led into ours: it logs a whole payload when a signature is wrong, so of its
 * objects only errors come through, and of those only what our log keeps.
 */
export function createProbotLog(log: Log): ProbotLog {
  const nothing = () => undefined;
  const say = (first: unknown, second?: unknown) => log.info(textOf(first, second));
  const told = new WeakSet<Error>();
  const complain = (first: unknown, second?: unknown) => {
    const errors = errorsIn(first);
    // Probot and the webhook library each log the same error, one of them wrapped.
    const isTold = errors.length > 0 && errors.every((error) => told.has(error));
    for (const error of errors) told.add(error);
    if (!isTold) log.error(textOf(first, second), first);
  };
  const logger = {
    level: "info",
    silent: nothing,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: say,
    error: complain,
    fatal: complain,
    child: () => logger,
  };
  // The rest of pino's interface is for configuring it, which Probot does not do.
  return logger as unknown as ProbotLog;
}

/** The errors at the bottom of what was logged. */
function errorsIn(logged: unknown): readonly Error[] {
  if (logged instanceof AggregateError) return logged.errors.flatMap(errorsIn);
  if (logged instanceof Error) return [logged];
  const inner =
    typeof logged === "object" && logged !== null && "err" in logged ? logged.err : null;
  return inner === null ? [] : errorsIn(inner);
}

function textOf(first: unknown, second: unknown): string {
  const texts = [first, second].filter((part) => typeof part === "string");
  return texts.length === 0 ? "webhook or API error" : texts.join(" ").slice(0, 500);
}
