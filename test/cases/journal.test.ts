import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFileJournal } from "../../src/adapters/journal/file-journal.ts";
import { ConfigError } from "../../src/domain/config.ts";
import type { JournalEntry } from "../../src/domain/journal-entry.ts";
import { holdRun } from "../../src/entry/local/hold-run.ts";
import { openJournal } from "../../src/entry/wire-journal.ts";

const key = "the installation's key";

function entry(command: string, at = 1): JournalEntry {
  return { type: "resulted", at, result: { command, kind: "stopped" } };
}

/** A journal of a run that was killed after these entries. */
async function killedAfter(commands: readonly string[], with_: string | null = key) {
  const dir = mkdtempSync(join(tmpdir(), "journal-cases-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  using journal = createFileJournal(dir, { key: with_ });
  for (const command of commands) await journal.append(entry(command));
  const path = join(dir, "journal.ndjson");
  return { dir, path, lines: readFileSync(path, "utf8").split("\n").slice(0, -1) };
}

function put(path: string, lines: readonly string[]): void {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
}

type Change = (lines: readonly string[]) => string[];
const tampering: readonly (readonly [string, Change])[] = [
  ["edited", ([a = "", b = "", c = ""]) => [a, b.replace('"b"', '"x"'), c]],
  ["removed from the middle", ([a = "", , c = ""]) => [a, c]],
  ["removed from the front", ([, b = "", c = ""]) => [b, c]],
  ["swapped", ([a = "", b = "", c = ""]) => [b, a, c]],
  ["doubled", ([a = "", b = "", c = ""]) => [a, b, b, c]],
  ["stripped of its chain", ([a = "", b = "", c = ""]) => [a, b.replace(/,"chain":"\w+"/, ""), c]],
];

describe("journal and resume cases", () => {
  it("J02: a torn tail is ignored and the run goes on from the last whole entry", async () => {
    const { dir, path } = await killedAfter(["a", "b"]);
    appendFileSync(path, '{"type":"resulted","at":3,"res');

    using journal = openJournal(dir, { env: { TDD_LOOP_LOCK_KEY: key }, secrets: [] });
    await journal.append(entry("c"));

    expect(await journal.read()).toEqual([entry("a"), entry("b"), entry("c")]);
  });

  it.each(tampering)(
    "J03: a line that was %s between kill and resume is refused",
    async (_, change) => {
      for (const used of [key, null]) {
        const { dir, path, lines } = await killedAfter(["a", "b", "c"], used);
        put(path, change(lines));
        const env = used === null ? {} : { TDD_LOOP_LOCK_KEY: used };
        using journal = openJournal(dir, { env, secrets: [] });

        await expect(journal.read()).rejects.toThrow(ConfigError);
        await expect(journal.append(entry("d"))).rejects.toThrow(
          /line \d does not follow .* Move the file away and start the run again\./,
        );
        expect(readFileSync(path, "utf8").split("\n").slice(0, -1)).toEqual(change(lines));
      }
    },
  );

  it("J03: a whole journal forged without the key is refused by who has it", async () => {
    const { dir } = await killedAfter(["a", "b"], null);
    using journal = openJournal(dir, { env: { TDD_LOOP_LOCK_KEY: key }, secrets: [] });

    await expect(journal.read()).rejects.toThrow(/line 1 does not follow .* TDD_LOOP_LOCK_KEY/);
  });

  it("J04: entries of another run cannot be put behind an older state of this one", async () => {
    const [mine, other] = [await killedAfter(["a", "b"]), await killedAfter(["a2", "b2"])];
    put(mine.path, [mine.lines[0] ?? "", other.lines[1] ?? ""]);
    using journal = createFileJournal(mine.dir, { key });

    await expect(journal.read()).rejects.toThrow(/line 2 does not follow/);
  });

  it("J07: entries keep their order, whatever the clock said when they were written", async () => {
    const { dir } = await killedAfter(["first"]);
    using journal = createFileJournal(dir, { key });
    const entries = [entry("a", 200_000), entry("b", 100_000), entry("c", 150_000)];
    for (const each of entries) await journal.append(each);

    expect(await journal.read()).toEqual([entry("first"), ...entries]);
  });

  it("J06: of two that go on with one run at once, the second is told who works on it", async () => {
    const { dir } = await killedAfter(["a"]);
    const held = await holdRun(dir);
    writeFileSync(join(dir, "pid"), String(process.ppid));

    await expect(holdRun(dir)).rejects.toThrow(`process ${process.ppid}`);
    await held.release();
  });

  it("keeps elsewhere what can be checked there: the text as it is on disk", async () => {
    const { dir, lines } = await killedAfter(["a", "b"]);
    const other = await killedAfter(["other"]);
    using journal = createFileJournal(dir, { key });
    writeFileSync(other.path, await journal.text());
    using restored = createFileJournal(other.dir, { key });

    expect(await restored.read()).toEqual([entry("a"), entry("b")]);
    expect(await journal.text()).toBe(`${lines.join("\n")}\n`);
  });
});
