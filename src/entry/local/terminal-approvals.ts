import { createInterface } from "node:readline/promises";
import type { Approvals } from "../../ports.ts";

/**
 * Asks the person at the terminal; without one, or with `--yes`, the answer is known beforehand. A list of
 * slices nobody has agreed to before seeing it: then `--yes` counts for nothing (S3-16).
 */
export function createTerminalApprovals(given: {
  readonly yes: boolean;
  readonly isInteractive: boolean;
}): Approvals {
  return {
    async ask(question, _command, always) {
      if (given.yes && !always) return { answer: "approved", by: "--yes" };
      if (!given.isInteractive) return { answer: "waiting", by: "nobody" };
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return read((await lines.question(`${question} [y/N] `)).trim(), always);
      } finally {
        lines.close();
      }
    },
  };
}

/** Any other words about a list of slices say what should be different. */
function read(answer: string, always: boolean): Awaited<ReturnType<Approvals["ask"]>> {
  const by = "the person at the terminal";
  if (always && !/^(|y|yes|n|no)$/i.test(answer)) return { answer: "revised", by, said: answer };
  return { answer: /^y(es)?$/i.test(answer) ? "approved" : "refused", by };
}
