import { readFileSync } from "node:fs";
import { readAppSettings } from "./app-settings.ts";
import { createJsonLog } from "./json-log.ts";
import { startApp } from "./start-app.ts";

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  complain(line: string): void;
  /** Calls back once, when the server has to end. */
  onStop(stop: () => void): void;
}

/**
 * Runs the App until it is told to stop; what was begun is finished first.
 * @returns the exit code: 0 after a stop, 2 when the settings are not complete
 */
export async function runApp(surroundings: Surroundings): Promise<number> {
  const read = readAppSettings(surroundings.env, readText);
  if (read.kind === "refused") {
    for (const problem of read.problems) surroundings.complain(`tdd-loop app: ${problem}`);
    return 2;
  }
  const log = createJsonLog(surroundings.print);
  const app = await startApp(read.settings, log);
  await new Promise<void>((resolve) => {
    surroundings.onStop(resolve);
  });
  log.info("stopping");
  await app.close();
  return 0;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
