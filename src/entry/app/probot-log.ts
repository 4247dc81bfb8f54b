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
  const complain = (first: unknown, second?: unknown) => log.error(textOf(first, second), first);
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

function textOf(first: unknown, second: unknown): string {
  const texts = [first, second].filter((part) => typeof part === "string");
  return texts.length === 0 ? "webhook or API error" : texts.join(" ").slice(0, 500);
}
