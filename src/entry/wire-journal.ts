import type { GitWorkspace } from "../adapters/git/workspace.ts";
import type { FileJournal } from "../adapters/journal/file-journal.ts";
import { createFileJournal, JournalError } from "../adapters/journal/file-journal.ts";
import { checkLockFile, readLockText, withRed } from "../adapters/journal/lock-file.ts";
import type { Seal } from "../domain/change.ts";
import { ConfigError } from "../domain/config.ts";
import type { JournalEntry } from "../domain/journal-entry.ts";
import { createRedactor } from "../domain/redact.ts";
import { pushedRed } from "../domain/run-mark.ts";
import { fansOut } from "../loop/away/is-away.ts";
import { foldJournal } from "../loop/fold.ts";
import type { Ports } from "../ports.ts";
import { unpack } from "./unpack.ts";
import type { RunWiring } from "./wiring.ts";

/**
 * The journal of a run's directory, with every secret taken out before a line is written. What was
 * tampered with is refused as the user's to fix, with where and what to do.
 */
export function openJournal(
  stateDir: string,
  { env, secrets }: Pick<RunWiring, "env" | "secrets">,
  headPath?: string,
): FileJournal {
  const redact = createRedactor(secrets, unpack);
  const given = env["TDD_LOOP_LOCK_KEY"] ?? "";
  const journal = createFileJournal(stateDir, {
    key: given === "" ? null : given,
    redact,
    ...(headPath === undefined ? {} : { headPath }),
  });
  return {
    ...journal,
    append: (entry) => journal.append(entry).catch(refuseTampered),
    read: () => journal.read().catch(refuseTampered),
  };
}

/** @throws ConfigError for a journal that is not as it was written; what was thrown otherwise */
function refuseTampered(error: unknown): never {
  if (error instanceof JournalError) throw new ConfigError(error.message, { cause: error });
  throw error;
}

/** On GitHub, lock and journal also go to the issue's state ref: the App judges by that lock. */
export function sharedJournal(
  journal: FileJournal,
  workspace: GitWorkspace,
  wiring: RunWiring,
): Ports["journal"] {
  // Null and absent alike: nothing is known of what is there.
  let known = wiring.stateSha ?? null;
  let last: Promise<void> = Promise.resolve();

  async function shareOnce(commit: string | undefined): Promise<void> {
    if (wiring.github === null) return;
    const entries = await journal.read();
    const files = await sharedFiles(journal, entries, wiring);
    const { issue, signal } = wiring;
    const keep = [...(commit === undefined ? [] : [commit]), ...treesOf(entries)];
    const over = isShared(entries) ? known : null;
    const pushed = await workspace.pushState(files, issue, signal, { keep, over });
    if (pushed.kind === "refused") throw new Error(`${pushed.why} ${pushed.fix}`);
    known = pushed.sha;
  }

  return {
    append: (entry) => journal.append(entry),
    read: () => journal.read(),
    saveLock: (lock) => journal.saveLock(lock),
    checkLock: (lock, digest) => journal.checkLock(lock, digest),
    share(commit) {
      // One at a time: each goes on from the one before.
      const shared = last.then(() => shareOnce(commit));
      last = shared.catch(() => undefined);
      return shared;
    },
  };
}

async function sharedFiles(
  journal: FileJournal,
  entries: readonly JournalEntry[],
  wiring: RunWiring,
): Promise<Readonly<Record<string, string>>> {
  const lock = await readLockText(wiring.stateDir);
  await refuseChangedLock(wiring, entries);
  return {
    "journal.ndjson": await journal.text(),
    ...(lock === null ? {} : { "lock.json": lockWithRed(lock, entries, wiring) }),
  };
}

/** Whether several jobs go on with the run by turns: then none may put an older journal over a newer one. */
function isShared([first]: readonly JournalEntry[]): boolean {
  return first?.type === "requested" && fansOut(first.request);
}

/** With the commit that the App holds the branch's history to. */
function lockWithRed(
  lock: string,
  entries: readonly JournalEntry[],
  { env }: Pick<RunWiring, "env">,
): string {
  const commits = commitsOf(entries);
  if (commits === null) return lock;
  const events = (foldJournal(entries)?.events ?? []).map(({ event }) => event);
  const red = pushedRed(events, commits);
  return red === null
    ? lock
    : withRed(lock, red, env["TDD_LOOP_LOCK_KEY"] || null, sealOf(entries));
}

/** The tests as RED was accepted, from the last moment that knew of them: a run that has ended does not. */
function sealOf(entries: readonly JournalEntry[]): Seal | undefined {
  for (let end = entries.length; end > 0; end -= 1) {
    const state = foldJournal(entries.slice(0, end))?.state;
    if (state !== undefined && "red" in state) return state.red.seal;
  }
  return undefined;
}

/** A lock that was changed on this disk must not become the one that the App judges by. */
async function refuseChangedLock(
  { stateDir, env }: Pick<RunWiring, "stateDir" | "env">,
  entries: readonly JournalEntry[],
): Promise<void> {
  const taken = entries.findLast(
    (entry) => entry.type === "resulted" && entry.result.kind === "lock_taken",
  );
  if (taken?.type !== "resulted" || taken.result.kind !== "lock_taken") return;
  const { digest } = taken.result;
  const check = await checkLockFile(stateDir, digest, env["TDD_LOOP_LOCK_KEY"] ?? null);
  if (check.kind === "changed") throw new Error(`Nothing was shared: ${check.why}.`);
}

/** What another runner needs to go on: trees that a turn left, and commits of steps on their way. */
function treesOf(entries: readonly JournalEntry[]): string[] {
  const commits = commitsOf(entries);
  const areAlone = commits === "per_step" || commits === "final";
  const kept = entries.flatMap((entry) => {
    if (entry.type !== "resulted") return [];
    if (entry.result.kind === "turn_taken") return [entry.result.tree];
    return areAlone && entry.result.kind === "committed" ? [entry.result.sha] : [];
  });
  return [...new Set(kept)];
}

function commitsOf([first]: readonly JournalEntry[]) {
  return first?.type === "requested" ? first.request.rules.commits : null;
}
