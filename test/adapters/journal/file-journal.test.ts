import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFileJournal } from "../../../src/adapters/journal/file-journal.ts";
import { chainLine, chainStart } from "../../../src/adapters/journal/journal-chain.ts";
import { checkLock, readLockFile, withRed } from "../../../src/adapters/journal/lock-file.ts";
import type { JournalEntry } from "../../../src/domain/journal-entry.ts";
import type { Lock } from "../../../src/domain/lock.ts";
import { closed, SOURCE, startModule } from "../child-module.ts";

function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), "journal-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function entry(command: string): JournalEntry {
  return { type: "resulted", at: 1, result: { command, kind: "stopped" } };
}

function lock(more: Partial<Lock> = {}): Lock {
  return {
    version: 2,
    issue: { owner: "acme", repo: "shop", number: 7 },
    runId: "run-1",
    issueSha256: "1".repeat(64),
    profile: "strict",
    baseRef: "origin/main",
    baseSha: "a".repeat(40),
    branch: "tdd/sum",
    allowlist: [{ path: "src/sum.js", isNew: false }],
    testFiles: ["test/"],
    testCommand: "npm test",
    ...more,
  };
}

describe("the file journal", () => {
  it("reads back what was appended, in order, also when nobody waited", async () => {
    const dir = temporary();
    using journal = createFileJournal(dir);

    await Promise.all(["a", "b", "c"].map((id) => journal.append(entry(id))));
    using later = createFileJournal(dir);

    expect(await later.read()).toEqual([entry("a"), entry("b"), entry("c")]);
  });

  it("is empty before the first entry", async () => {
    using journal = createFileJournal(join(temporary(), "new"));

    expect(await journal.read()).toEqual([]);
  });

  it("passes over a torn last line and cuts it off before it goes on", async () => {
    const dir = temporary();
    using before = createFileJournal(dir);
    await before.append(entry("a"));
    appendFileSync(join(dir, "journal.ndjson"), '{"type":"resulted","at":2,"resu');

    using after = createFileJournal(dir);
    const seen = await after.read();
    await after.append(entry("b"));

    expect(seen).toEqual([entry("a")]);
    expect(await after.read()).toEqual([entry("a"), entry("b")]);
  });

  it("refuses a complete line that is not an entry, and says where", async () => {
    const dir = temporary();
    const first = chainLine(chainStart, JSON.stringify(entry("a")), null);
    const second = chainLine(first.digest, '{"type":"x"}', null);
    writeFileSync(join(dir, "journal.ndjson"), `${first.line}\n${second.line}\n`);
    using journal = createFileJournal(dir);

    await expect(journal.read()).rejects.toThrow(/journal\.ndjson line 2 is not a journal entry/);
  });

  it("keeps every entry it acknowledged when it is killed in the middle of writing", async () => {
    const dir = temporary();
    const writer = `
      import { createFileJournal } from ${JSON.stringify(join(SOURCE, "adapters/journal/file-journal.ts"))};
      export async function main(dir) {
        const journal = createFileJournal(dir);
        for (let n = 0; ; n += 1) {
          await journal.append({ type: "resulted", at: n, result: { command: "x".repeat(5000), kind: "stopped" } });
          process.stdout.write(n + "\\n");
        }
      }`;
    const child = startModule(writer, [dir]);
    let said = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split("\n").length > 20) child.kill("SIGKILL");
    });
    await closed(child);

    using journal = createFileJournal(dir);
    const kept = await journal.read();
    await journal.append(entry("after"));

    const acknowledged = said.split("\n").length - 1;
    expect(acknowledged).toBeGreaterThanOrEqual(20);
    expect(kept.length).toBeGreaterThanOrEqual(acknowledged);
    expect(kept.map(({ at }) => at)).toEqual(kept.map((_, index) => index));
    expect((await journal.read()).at(-1)).toEqual(entry("after"));
  });

  it("takes secrets out of every text before it is written", async () => {
    const dir = temporary();
    using journal = createFileJournal(dir, {
      redact: (text) => text.replaceAll("s3\ncret", "***"),
    });

    await journal.append({
      type: "resulted",
      at: 1,
      result: { command: "c", kind: "lint_ran", passed: true, output: "the s3\ncret" },
    });

    expect(readFileSync(join(dir, "journal.ndjson"), "utf8")).toContain('"output":"the ***"');
  });
});

describe("the head of a journal, kept apart from it", () => {
  async function written(key: string | null) {
    const [dir, elsewhere] = [temporary(), temporary()];
    const options = { key, headPath: join(elsewhere, "work", "journal.head") };
    const path = join(dir, "journal.ndjson");
    using journal = createFileJournal(dir, options);
    await journal.append(entry("a"));
    const older = readFileSync(path, "utf8");
    await journal.append(entry("b"));
    return { dir, options, path, older };
  }

  it.each([null, "key"])("tells that the last lines are gone (key: %s)", async (key) => {
    const { dir, options, path, older } = await written(key);
    writeFileSync(path, older);
    using journal = createFileJournal(dir, options);

    await expect(journal.read()).rejects.toThrow(/has 1 lines, and 2 were written.*start the run/);
    await expect(journal.append(entry("c"))).rejects.toThrow(/its end was cut off/);
    rmSync(path);
    await expect(journal.read()).rejects.toThrow(/has 0 lines/);
  });

  it("lets a journal go on that is whole, or longer than its head by what a crash kept", async () => {
    const { dir, options, path } = await written("key");
    const head = readFileSync(options.headPath);
    using journal = createFileJournal(dir, options);
    await journal.append(entry("c"));
    expect(await journal.read()).toHaveLength(3);
    writeFileSync(options.headPath, head);
    using later = createFileJournal(dir, options);

    expect(await later.read()).toHaveLength(3);
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(4);
  });

  it("cannot be written by who has no key, and belongs to one journal", async () => {
    const { dir, options, path } = await written("key");
    const text = readFileSync(options.headPath, "utf8");
    writeFileSync(options.headPath, text.replace("000000002", "000000001"));
    using journal = createFileJournal(dir, options);
    await expect(journal.read()).rejects.toThrow(/is not what was written there/);

    writeFileSync(options.headPath, text);
    rmSync(path);
    const { headPath: _none, ...rest } = options;
    using other = createFileJournal(dir, rest);
    for (const id of ["x", "y", "z"]) await other.append(entry(id));
    await expect(journal.read()).rejects.toThrow(/another journal/);
  });
});

describe("the lock file", () => {
  it("gives equal locks equal digests and leaves no half-written file", async () => {
    const dir = temporary();
    using journal = createFileJournal(dir, { key: "key" });
    const { version, ...rest } = lock();

    const first = await journal.saveLock(lock());
    const second = await journal.saveLock({ ...rest, version });

    expect(second).toBe(first);
    expect(readdirSync(dir).sort()).toEqual(["allowlist.txt", "lock.json"]);
    expect(await readLockFile(dir, "key")).toMatchObject({
      kind: "found",
      lock: lock(),
      digest: first,
    });
    expect(readFileSync(join(dir, "allowlist.txt"), "utf8")).toBe(
      `# lock ${first}\nsrc/sum.js\ntest/\n`,
    );
  });

  it("finds a lock that was edited, signed by another key, or not signed", async () => {
    const dir = temporary();
    using journal = createFileJournal(dir, { key: "key" });
    await journal.saveLock(lock());
    const text = readFileSync(join(dir, "lock.json"), "utf8");

    const edited = checkLock(text.replace("src/sum.js", "src/all.js"), null);

    expect(edited).toMatchObject({ kind: "tampered" });
    expect(checkLock(text, "other")).toMatchObject({ kind: "tampered" });
    expect(checkLock(text.replace(/"mac": "[^"]+"/, '"mac": null'), "key").kind).toBe("tampered");
    expect(checkLock("{", "key").kind).toBe("tampered");
    const old = JSON.stringify({ lock: { ...lock(), version: 1 }, digest: "", mac: null });
    expect(checkLock(old, null)).toMatchObject({
      ...{ kind: "tampered", why: expect.stringMatching(/older version.*takes a new lock/) },
    });
    expect(await readLockFile(join(dir, "none"), "key")).toEqual({ kind: "none" });
  });

  it("counts for no other run, issue or repository", async () => {
    const dir = temporary();
    using journal = createFileJournal(dir, { key: "key" });
    const taken = await journal.saveLock(lock());
    const { issue } = lock();
    for (const other of [
      lock({ runId: "run-2" }),
      lock({ issue: { ...issue, number: 8 } }),
      lock({ issue: { ...issue, repo: "other" } }),
    ]) {
      await journal.saveLock(other);
      expect((await journal.checkLock(lock(), taken)).kind).toBe("changed");
    }
  });

  it("W35: believes a RED commit that was signed for this lock, and no other", async () => {
    const dir = temporary();
    using journal = createFileJournal(dir, { key: "key" });
    await journal.saveLock(lock());
    const text = readFileSync(join(dir, "lock.json"), "utf8");
    const red = "a".repeat(40);

    expect(checkLock(text, "key")).toMatchObject({ red: null });
    expect(checkLock(withRed(text, red, "key"), "key")).toMatchObject({ kind: "found", red });
    expect(checkLock(withRed(text, red, null), "key").kind).toBe("tampered");
    const other = withRed(text, red, "key").replace(red, "b".repeat(40));
    expect(checkLock(other, "key").kind).toBe("tampered");

    const seal = { "test/a.js": "c".repeat(40) };
    const sealing = withRed(text, red, "key", seal);
    expect(checkLock(sealing, "key")).toMatchObject({ kind: "found", red, seal });
    expect(checkLock(sealing.replace("test/a.js", "test/b.js"), "key").kind).toBe("tampered");
    const open = sealing.replace(/"seal": \{[^}]*\},/, "");
    expect(checkLock(open, "key").kind).toBe("tampered");
  });
});
