import { createInterface } from "node:readline/promises";
import type { Approvals } from "../../ports.ts";

/** Asks the person at the terminal; without one, or with `--yes`, the answer is known beforehand. */
export function createTerminalApprovals(given: {
  readonly yes: boolean;
  readonly isInteractive: boolean;
}): Approvals {
  return {
    async ask(question) {
      if (given.yes) return { answer: "approved", by: "--yes" };
      if (!given.isInteractive) return { answer: "waiting", by: "nobody" };
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        const answer = await lines.question(`${question} [y/N] `);
        const isYes = /^y(es)?$/i.test(answer.trim());
        return { answer: isYes ? "approved" : "refused", by: "the person at the terminal" };
      } finally {
        lines.close();
      }
    },
  };
}
