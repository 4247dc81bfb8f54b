import { createInterface } from "node:readline";
import { ConfigError } from "../../domain/config.ts";
import type { Terminal } from "../terminal.ts";
import type { Interview } from "./ask-spec.ts";

/** Opens questions to the person at the terminal; null where there is none. */
export function askHere({ signal }: Terminal): (() => Interview) | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  return () => {
    // The terminal's own line editing leaves Ctrl-C a signal, and pasted lines wait for their question.
    const lines = createInterface({ input: process.stdin, terminal: false });
    const answers = lines[Symbol.asyncIterator]();
    const end = (): void => lines.close();
    signal.addEventListener("abort", end, { once: true });
    return {
      end,
      async ask(question, usual) {
        process.stderr.write(`${question}${usual === "" ? "" : ` [${usual}]`} `);
        const { done, value } = await answers.next();
        signal.throwIfAborted();
        if (done === true) {
          throw new ConfigError("The input ended before the last question. Nothing was written.");
        }
        return value.trim() === "" ? usual : value.trim();
      },
    };
  };
}
