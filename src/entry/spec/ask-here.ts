import { createInterface } from "node:readline/promises";
import type { Terminal } from "../terminal.ts";
import type { Ask } from "./ask-spec.ts";

/** Questions to the person at the terminal; null where there is none. Ctrl-C ends them with the run. */
export function askHere({ signal }: Terminal): Ask | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  return async (question, usual) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const hint = usual === "" ? "" : ` [${usual}]`;
      const answer = (await lines.question(`${question}${hint} `, { signal })).trim();
      return answer === "" ? usual : answer;
    } finally {
      lines.close();
    }
  };
}
