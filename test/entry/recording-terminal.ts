import type { Terminal } from "../../src/entry/terminal.ts";

/** A terminal that keeps what it was told. */
export interface RecordingTerminal extends Terminal {
  readonly out: string[];
  readonly err: string[];
  readonly exitCodes: number[];
}

export function recordingTerminal(
  given: Partial<Pick<Terminal, "cwd" | "env" | "signal">> = {},
): RecordingTerminal {
  const out: string[] = [];
  const err: string[] = [];
  const exitCodes: number[] = [];
  return {
    cwd: given.cwd ?? "/",
    env: given.env ?? {},
    signal: given.signal ?? new AbortController().signal,
    out,
    err,
    exitCodes,
    print: (text) => void out.push(text),
    complain: (text) => void err.push(text),
    end: (exitCode) => void exitCodes.push(exitCode),
  };
}
