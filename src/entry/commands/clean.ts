import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import type { Services } from "../services.ts";
import type { Terminal } from "../terminal.ts";
import { addLocalOptions, checkedOptions } from "./shared-options.ts";

/** `tdd-loop clean`: removes what runs left on this machine; branches and commits stay. */
export function registerClean(
  program: Command,
  terminal: Terminal,
  services: Pick<Services, "clean">,
): void {
  const command = program
    .command("clean")
    .summary("remove clones, checkouts and journals of old runs")
    .description(
      "Removes what the runs of this repository left on this machine: clones, checkouts, journals " +
        "and reports. Branches and commits stay. A run that is being worked on, or that `resume` " +
        "could go on with, is kept.",
    )
    .option("--older-than <age>", "only runs that began so long ago: 12h, 7d or 4w", ageMs)
    .option("--all", "also runs that `resume` could go on with")
    .option("--yes", "do not ask");
  addLocalOptions(command).action(async (given: object) => {
    const { CleanOptions } = await import("../run-options.ts");
    const options = checkedOptions(CleanOptions, { ...given }, command);
    terminal.end((await services.clean(options, terminal.signal)).exitCode);
  });
}

const hours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24 };

/** An age in milliseconds. */
function ageMs(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  const perUnit = hours[unit];
  if (perUnit === undefined) {
    throw new InvalidArgumentError("It must be a number of hours, days or weeks: 12h, 7d, 4w.");
  }
  return Number(count) * perUnit * 3_600_000;
}
