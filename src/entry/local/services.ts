import type { Services } from "../services.ts";
import type { Terminal } from "../terminal.ts";

/** The commands that work on a repository, each loading its part only when it is called. */
export function localServices(terminal: Terminal): Services {
  return {
    async run(options, signal) {
      const { runLocal } = await import("./run-local.ts");
      return runLocal(options, terminal, signal);
    },
    async dryRun(options, signal) {
      const { dryRunLocal } = await import("./dry-run-local.ts");
      return dryRunLocal(options, terminal, signal);
    },
    async resume(options, signal) {
      const { resumeLocal } = await import("./resume-local.ts");
      return resumeLocal(options, terminal, signal);
    },
    async answer(options, signal) {
      const { answerLocal } = await import("./resume-local.ts");
      return answerLocal(options, terminal, signal);
    },
    async status(options) {
      const { statusLocal } = await import("./status-local.ts");
      return statusLocal(options, terminal);
    },
    async stop(options) {
      const { stopLocal } = await import("./stop-local.ts");
      return stopLocal(options, terminal);
    },
    async report(options) {
      const { reportLocal } = await import("./resume-local.ts");
      return reportLocal(options, terminal);
    },
    async clean(options) {
      const { cleanLocal } = await import("./clean-local.ts");
      return cleanLocal(options, terminal);
    },
    async demo(options, signal) {
      const { runDemo } = await import("../demo/run-demo.ts");
      return runDemo(options, terminal, signal);
    },
  };
}
