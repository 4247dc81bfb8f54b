import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import type { ChangeJournal } from "./change-journal.ts";
import { inside } from "./gate-ignore.ts";
import type { FileGateOutcome, FileGateQuestion } from "./gate-session.ts";
import { FileGateSession, readList } from "./gate-session.ts";
import type { Git } from "./git.ts";
import { findOverlay, openOverlayJournal } from "./overlay-journal.ts";
import { decodePath } from "./path-bytes.ts";
import type { WatchedPlace } from "./watch-journal.ts";
import { openWatchJournal } from "./watch-journal.ts";

/** A verdict, and what it was read from. */
export interface WatchedOutcome {
  readonly outcome: FileGateOutcome;
  readonly by: "overlay" | "watch" | "scan";
}

/** The file gate for whoever asks after every step of an agent's. */
export interface WatchedGate {
  /**
   * The verdict of a scan. It is read off the last one as long as nothing was touched since but
   * files of the list; everything else, and any doubt, is a scan. What lies outside work tree and
   * repository (a person's own ignore rules) is looked at by scans only, and memory maps that write
   * without a word by the authoritative gate only.
   */
  check(): Promise<WatchedOutcome>;
  close(): void;
}

interface Last {
  readonly outcome: Extract<FileGateOutcome, { kind: "judged" }>;
  readonly list: ReadonlySet<string>;
  readonly listStamp: string;
}

export async function openWatchedGate(question: FileGateQuestion): Promise<WatchedGate> {
  const gate = new Watching(question);
  await gate.open();
  return gate;
}

class Watching implements WatchedGate {
  readonly #question: FileGateQuestion;
  #top: string | null = null;
  #journal: ChangeJournal | null = null;
  #last: Last | null = null;

  constructor(question: FileGateQuestion) {
    this.#question = question;
  }

  async open(): Promise<void> {
    this.#top = await topOf(this.#question.git);
    this.#journal = this.#top === null ? null : await openJournal(this.#question.git, this.#top);
  }

  async check(): Promise<WatchedOutcome> {
    const spared = await this.#spared();
    if (spared !== null) return spared;
    await this.#journal?.mark();
    const listStamp = stampOf(this.#question);
    const list = await readList(this.#question);
    const outcome = await new FileGateSession(this.#question).check();
    const isWhole = outcome.kind === "judged" && list.kind === "list";
    this.#last = isWhole ? { outcome, list: list.paths, listStamp } : null;
    return { outcome, by: "scan" };
  }

  close(): void {
    this.#journal?.close();
  }

  async #spared(): Promise<WatchedOutcome | null> {
    const [last, journal, top] = [this.#last, this.#journal, this.#top];
    if (last === null || journal === null || top === null) return null;
    const touched = await journal.since();
    if (touched.kind === "lost" || touched.paths.some(isRule)) return await this.#anew();
    const isSame = stampOf(this.#question) === last.listStamp;
    if (!isSame || !touched.paths.every((path) => isListedFile(top, path, last.list))) return null;
    return { outcome: last.outcome, by: journal.name };
  }

  /** What is ignored may be something else now, and the repository another. */
  async #anew(): Promise<null> {
    this.close();
    await this.open();
    return null;
  }
}

/** Decides about other files, or is the repository itself. */
function isRule(path: string): boolean {
  return /(^|[/])([.]gitignore|[.]gitattributes|[.]gitmodules)$|^[.]git([/]|$)/.test(path);
}

function isListedFile(top: string, path: string, list: ReadonlySet<string>): boolean {
  if (!list.has(path)) return false;
  return !(lstatSync(inside(top, path), { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/** Changes with every write to the list; a list that is not there has a stamp too. */
function stampOf({ cwd, allowlist }: FileGateQuestion): string {
  const stat = lstatSync(resolve(cwd, allowlist), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "none" : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}

async function topOf(git: Git): Promise<string | null> {
  const asked = await git(["rev-parse", "--show-toplevel"]);
  return asked.exitCode === 0 ? decodePath(asked.stdout).replace(/\n$/, "") : null;
}

async function openJournal(git: Git, top: string): Promise<ChangeJournal | null> {
  const [gitDir, commonDir] = await gitDirsOf(git, top);
  if (gitDir === undefined || commonDir === undefined) return null;
  const overlay = gitDir === `${top}/.git` ? findOverlay(top) : null;
  if (overlay !== null) return openOverlayJournal(overlay);
  const ignored = await ignoredDirectories(git, top);
  const places: WatchedPlace[] = [
    { dir: top, prefix: "", skips: (path) => path === ".git" || ignored.has(path) },
    ...[...new Set([gitDir, commonDir])].map((dir, index) => ({
      dir,
      prefix: index === 0 ? ".git" : ".git/common",
      skips: (path: string) => /(^|[/])(objects|logs|lfs)$/.test(path),
    })),
  ];
  return openWatchJournal(places);
}

async function gitDirsOf(git: Git, top: string): Promise<string[]> {
  const asked = await git(["rev-parse", "--absolute-git-dir", "--git-common-dir"], { cwd: top });
  if (asked.exitCode !== 0) return [];
  const lines = decodePath(asked.stdout).split("\n").slice(0, -1);
  return lines.map((line) => resolve(top, line));
}

/** Whole directories that are ignored and hold nothing that is tracked, e.g. node_modules. */
async function ignoredDirectories(git: Git, top: string): Promise<ReadonlySet<string>> {
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const asked = await git(args, { cwd: top });
  const paths = decodePath(asked.stdout).split("\0");
  return new Set(paths.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1)));
}
