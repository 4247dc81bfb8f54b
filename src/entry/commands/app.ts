import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { portNumber } from "./shared-options.ts";

/** `tdd-loop app`: the GitHub App's server. */
export function registerApp(program: Command, terminal: Terminal): void {
  program
    .command("app")
    .summary("start the GitHub App's server")
    .description(
      "Starts the GitHub App's server. Settings come from the environment: APP_ID, PRIVATE_KEY or " +
        "PRIVATE_KEY_PATH, WEBHOOK_SECRET, and on GitHub Enterprise Server GHE_HOST.",
    )
    .option("--port <n>", "port to listen on (default: PORT, or 3000)", portNumber)
    .action(async ({ port }: { port?: number }) => {
      const { runApp } = await import("../app/run-app.ts");
      const env = port === undefined ? terminal.env : { ...terminal.env, PORT: String(port) };
      const exitCode = await runApp({
        env,
        print: terminal.print,
        complain: terminal.complain,
        onStop: (stop) => {
          if (terminal.signal.aborted) stop();
          terminal.signal.addEventListener("abort", stop, { once: true });
        },
      });
      terminal.end(exitCode);
    });
}
