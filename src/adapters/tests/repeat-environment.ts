import { join } from "node:path";
import { isOnOtherDate } from "../../domain/red-repeat.ts";
import type { TestRequest } from "../../ports.ts";
import { otherClock } from "../other-clock.ts";

/** Zones a day apart, so that one of the repeats sees another date than the first run. */
const ZONES = ["Pacific/Kiritimati", "Etc/GMT+12"];

/** Variables that hold options: what was there stays, and comes first. */
const ADDED = ["NODE_OPTIONS", "RUBYOPT", "PERL5OPT"];

/**
 * What a test must not depend on is another in a repeat: time zone, order of a hash, and for RED's new
 * tests the clock. Nothing for the first run.
 * @param room a directory of ours that the run may read; clocks are put there
 * @param given the environment that it is added to
 */
export async function repeatEnvironment(
  { purpose, repeat }: TestRequest,
  room: string,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  if (repeat === undefined) return {};
  const env = { TZ: ZONES[repeat % ZONES.length] ?? "UTC", PYTHONHASHSEED: String(repeat) };
  if (purpose !== "red" || !isOnOtherDate(repeat)) return env;
  return { ...env, ...added(await otherClock(join(room, "clock")), given) };
}

function added(
  clock: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const pairs = Object.entries(clock).map(([name, value]) => {
    const before = given[name];
    if (before === undefined || before === "") return [name, value];
    if (name === "PYTHONPATH") return [name, `${value}:${before}`];
    return [name, ADDED.includes(name) ? `${before} ${value}` : value];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}
