import type { DemoOptions, Ended } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
export async function runDemo(_o: DemoOptions, _t: Terminal, _s: AbortSignal): Promise<Ended> {
  return { exitCode: 1 };
}
