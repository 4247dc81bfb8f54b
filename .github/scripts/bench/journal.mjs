/** An append to the journal against a bare write and fdatasync of the same bytes; reading it back (P16). */
import { closeSync, fdatasync, mkdirSync, mkdtempSync, openSync, rmSync, write } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { figure, importSource, inTurns, median } from "../measure.mjs";

const { createFileJournal } = await importSource("src/adapters/journal/file-journal.ts");
const { chainLine, chainStart } = await importSource("src/adapters/journal/journal-chain.ts");
const [writeTo, sync] = [promisify(write), promisify(fdatasync)];
const place = mkdtempSync(join(tmpdir(), "tdd-loop-journal-"));

/** A middling Result: a turn's worth of text, about 2 kB as a line. */
const entry = {
  type: "resulted",
  at: 1_700_000_000_000,
  result: {
    command: "12",
    kind: "lint_ran",
    passed: true,
    output: "a line of output\n".repeat(110),
  },
};

async function appends() {
  const bytes = Buffer.from(`${JSON.stringify(entry)}\n`);
  const bare = openSync(join(place, "bare.ndjson"), "a");
  mkdirSync(join(place, "ours"));
  const journal = createFileJournal(join(place, "ours"));
  const times = await inTurns(
    {
      bare: async () => {
        await writeTo(bare, bytes);
        await sync(bare);
      },
      journal: () => journal.append(entry),
    },
    { rounds: 400, warmUp: 20 },
  );
  closeSync(bare);
  journal[Symbol.dispose]?.();
  figure({
    name: "journal append / bare write + fdatasync, median",
    value: median(times.journal) / median(times.bare),
    unit: "x",
    most: 1.3,
  });
}

async function reading() {
  const dir = join(place, "long");
  mkdirSync(dir);
  const short = { ...entry, result: { ...entry.result, output: "ok" } };
  const lines = [];
  for (let previous = chainStart; lines.length < 10_000; ) {
    const { line, digest } = chainLine(previous, JSON.stringify(short), null);
    lines.push(`${line}\n`);
    previous = digest;
  }
  const fd = openSync(join(dir, "journal.ndjson"), "w");
  await writeTo(fd, Buffer.from(lines.join("")));
  closeSync(fd);
  const journal = createFileJournal(dir);
  const times = await inTurns({ read: () => journal.read() }, { rounds: 7 });
  figure({
    name: "reading a journal of 10,000 entries, median",
    value: median(times.read),
    unit: "ms",
    most: 100,
  });
}

try {
  await appends();
  await reading();
} finally {
  rmSync(place, { recursive: true, force: true });
}
