import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { otherDay } from "../../../src/adapters/git/gate-other-day.ts";

let room = "";
let env: Record<string, string> = {};

beforeAll(async () => {
  room = mkdtempSync(join(tmpdir(), "other-day-"));
  env = await otherDay(room);
});
afterAll(() => rmSync(room, { recursive: true, force: true }));

/** What a program says of the day, as days from today. */
function daysAhead(program: string, ...args: readonly string[]): number[] {
  const PATH = process.env["PATH"] ?? "";
  const { stdout, stderr } = spawnSync(program, args, { env: { ...env, PATH }, encoding: "utf8" });
  if (stderr !== "") throw new Error(stderr);
  return stdout
    .trim()
    .split(" ")
    .map((ms) => Math.round((Number(ms) - Date.now()) / 86_400_000));
}

describe("the other day", () => {
  it("is that of every clock of Node, in a test runner's own context as well", () => {
    const days = daysAhead(
      "node",
      "-e",
      `const vm = require("node:vm");
       const shown = new Intl.DateTimeFormat("en", { dateStyle: "short", timeStyle: "medium", timeZone: "UTC" }).format();
       console.log(Date.now(), +new Date(), Date.parse(Date()), performance.timeOrigin,
         Date.parse(shown + " UTC"), vm.runInContext("Date.now()", vm.createContext({})));`,
    );
    expect(days).toEqual([403, 403, 403, 403, 403, 403]);
  });

  it("is that of every clock of Python", () => {
    const days = daysAhead(
      "python3",
      "-c",
      `import calendar, datetime, time
day = lambda t: calendar.timegm(t) * 1000
print(time.time() * 1000, time.time_ns() / 1e6, time.clock_gettime(time.CLOCK_REALTIME) * 1000,
  datetime.datetime.now().timestamp() * 1000, day(time.strptime(time.ctime())),
  day(time.strptime(time.asctime())), day(time.strptime(time.strftime("%Y-%m-%d %H"), "%Y-%m-%d %H")))`,
    );
    expect(days).toEqual([403, 403, 403, 403, 403, 403, 403]);
  });

  it.runIf(has("ruby"))("is that of every clock of Ruby", () => {
    const days = daysAhead(
      "ruby",
      "-e",
      `class Later < Time; end
raise "not its own" unless Later.now.is_a?(Later) && Time.new(2020, 1, 2).year == 2020
utc = Time.now(in: "+09:00").to_f
puts [Time.now.to_f, Time.new.to_f, utc, Later.now.to_f, Date.today.to_time.to_f, DateTime.now.to_time.to_f].map { |s| s * 1000 }.join(" ")`,
    );
    expect(days.map((day) => Math.abs(day - 403) <= 1)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it("is that of every clock of Perl, which still reads a time that it is given", () => {
    const days = daysAhead(
      "perl",
      "-MTime::Local",
      "-e",
      `die "given" unless (gmtime(0))[5] == 70;
print join " ", map { $_ * 1000 } time(), timegm(gmtime()), timelocal(localtime());`,
    );
    expect(days).toEqual([403, 403, 403]);
  });
});

function has(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}
