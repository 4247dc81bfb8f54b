import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { closed, SOURCE, startModule } from "../child-module.ts";

const heads = 300;
const writer = `
import { openJournalHead } from ${JSON.stringify(`${SOURCE}/adapters/journal/journal-head.ts`)};
export async function main(dir) {
  for (let at = 0; at < ${heads}; at += 1) {
    const head = openJournalHead(dir + "/" + at, "key");
    head.note(1, "a".repeat(64));
    head[Symbol.dispose]();
  }
}`;

it("is never there without its line, so that a kill at any moment leaves a run that can be resumed", async () => {
  const dir = mkdtempSync(join(tmpdir(), "journal-head-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const child = startModule(writer, [dir]);
  const lengths = new Set<number>();
  child.stdout?.resume();
  const ended = closed(child);
  for (let at = 0; at < heads && child.exitCode === null; ) {
    const path = join(dir, `${at}`);
    if (existsSync(path)) {
      lengths.add(readFileSync(path).length);
      at += 1;
    } else await new Promise((done) => setImmediate(done));
  }
  await ended;

  expect([...lengths]).toEqual([140]);
});
