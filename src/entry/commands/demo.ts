import type { Command } from "commander";
import type { Services } from "../services.ts";
import type { Terminal } from "../terminal.ts";
import { checkedOptions, portNumber } from "./shared-options.ts";

/** `tdd-loop demo`: the whole way, label to pull request, against an embedded GitHub. */
export function registerDemo(
  program: Command,
  terminal: Terminal,
  services: Pick<Services, "demo">,
): void {
  const command = program
    .command("demo")
    .summary("watch a labelled issue become a pull request, on this machine alone")
    .option("--once", "end when the pull request is open, with a summary")
    .option("--keep", "keep repository and report on the disk (with --once they stay)")
    .option("--port <n>", "port of the web view (default: a free one)", portNumber);
  command.action(async (given: Readonly<Record<string, unknown>>) => {
    const { DemoOptions } = await import("../run-options.ts");
    const options = checkedOptions(DemoOptions, given, command);
    terminal.end((await services.demo(options, terminal.signal)).exitCode);
  });
}
