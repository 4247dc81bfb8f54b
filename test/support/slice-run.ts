import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Config } from "../../src/domain/config.ts";
import type { Answer } from "../../src/domain/result.ts";
import type { ProfileName } from "../../src/domain/rules.ts";
import type { Slice } from "../../src/domain/slice.ts";
import { noSpend } from "../../src/domain/spend.ts";
import { newRequest } from "../../src/entry/run/new-request.ts";
import { wireRun } from "../../src/entry/wire-run.ts";
import type { Folded } from "../../src/loop/fold.ts";
import type { Agent, Turn } from "../../src/ports.ts";
import { noLinks } from "../../src/report/links.ts";
import { openRun, runIssue } from "../../src/run/run-issue.ts";

export type Files = Readonly<Record<string, string>>;

/** A turn as an agent got it: everything that it was told, and every file that it could see. */
export interface SeenTurn {
  readonly turn: Turn;
  readonly told: string;
  readonly files: Files;
}

/** What a scripted agent does in a turn: files that it writes, and the answer that it hands in. */
export interface Move {
  readonly writes?: Files;
  readonly answer: Answer;
}

export type Script = (turn: Turn) => Move;

export interface SliceRun {
  readonly folded: Folded;
  readonly turns: readonly SeenTurn[];
  readonly dir: string;
  git(...args: readonly string[]): string;
  [Symbol.dispose](): void;
}

/** Runs an issue in slices, or by another profile, on a real repository: real git, real processes, real prompts, a scripted agent. */
export async function runSlices(given: {
  readonly files: Files;
  readonly title: string;
  readonly body: string;
  /** What is done in each turn, or an agent that does it. */
  readonly script: Script | Agent;
  readonly config?: object;
  /** What its node_modules holds: links to our own packages, with the programs of each. */
  readonly packages?: readonly string[];
  readonly profile?: ProfileName;
}): Promise<SliceRun> {
  const room = mkdtempSync(join(tmpdir(), "tdd-loop-slices-"));
  const repo = join(room, "repo");
  writeAll(repo, given.files);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", repo, "-c", "user.name=M", "-c", "user.email=m@x.org", ...args], {
      encoding: "utf8",
    }).trim();
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "base");
  const { packages = [] } = given;
  if (packages.length > 0) linkPackages(repo, packages);
  const turns: SeenTurn[] = [];
  const folded = await work(given, { room, repo, turns });
  const end = () => rmSync(room, { recursive: true, force: true });
  return { folded, turns, dir: repo, git, [Symbol.dispose]: end };
}

interface Place {
  readonly room: string;
  readonly repo: string;
  readonly turns: SeenTurn[];
}

async function work(
  given: Parameters<typeof runSlices>[0],
  { room, repo, turns }: Place,
): Promise<Folded> {
  const { script, packages = [] } = given;
  const agent = "takeTurn" in script ? script : scripted(script);
  const carry = packages.length > 0 ? ["node_modules"] : [];
  const config = Config.parse({ sandbox: "process", carry, ...given.config });
  const request = newRequest({
    ...{ runId: "run-1", origin: "local", issue: { owner: "local", repo: "local", number: 0 } },
    ...{ title: given.title, body: given.body, bodySha256: "0".repeat(64), actor: "local" },
    ...{ base: null, profile: given.profile ?? "slices", config },
  });
  const { signal } = new AbortController();
  const { ports, perform } = await wireRun({
    ...{ config, issue: 0, stateDir: join(room, "state"), workDir: join(room, "work") },
    ...{ remote: { kind: "path", path: repo }, hidden: [] },
    carryFrom: packages.length > 0 ? repo : null,
    ...{ agent: () => seen(agent, turns), usesCommandAgent: false, github: null },
    approvals: { ask: async () => ({ answer: "approved", by: "the test" }) },
    ...{ links: noLinks, env: process.env, secrets: [], clock: { now: () => 0 }, signal },
  });
  const opening = { type: "requested", at: 0, request } as const;
  return await runIssue(await openRun(opening, ports), ports, perform, () => undefined);
}

function seen(agent: Agent, turns: SeenTurn[]): Agent {
  return {
    async takeTurn(turn, signal) {
      const told = [turn.system, turn.shared, turn.sealed, turn.task].join("\n");
      turns.push({ turn, told, files: readAll(turn.dir) });
      return await agent.takeTurn(turn, signal);
    },
  };
}

function scripted(script: Script): Agent {
  return {
    async takeTurn(turn) {
      const { writes = {}, answer } = script(turn);
      writeAll(turn.dir, writes);
      return { kind: "finished", answer, spend: noSpend };
    },
  };
}

function linkPackages(repo: string, packages: readonly string[]): void {
  const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
  mkdirSync(join(repo, "node_modules", ".bin"), { recursive: true });
  for (const one of packages) {
    symlinkSync(realpathSync(join(modules, one)), join(repo, "node_modules", one));
    symlinkSync(realpathSync(join(modules, ".bin", one)), join(repo, "node_modules", ".bin", one));
  }
}

function writeAll(dir: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

export function readAll(dir: string): Files {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !/\/\.git(\/|$)/.test(entry.parentPath),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(dir.length + 1), readFileSync(path, "utf8")];
    }),
  );
}

export const plan = (slices: readonly Slice[]): Move => ({
  answer: { kind: "decomposition", plan: { slices: [...slices], cannot: null } },
});

export function wrote(writes: Files, symbols: readonly string[] = []): Move {
  const promised = { modules: [], symbols: [...symbols] };
  const coverage = [{ criterion: "slice", tests: ["the test"], preserved: false }];
  return {
    writes,
    answer: { kind: "tests", tests: { coverage, promised, summary: "one test", cannot: null } },
  };
}

export function edited(writes: Files, summary = "done"): Move {
  return { writes, answer: { kind: "edit", edit: { summary, cannot: null } } };
}

export function suggested(
  suggestions: Extract<Answer, { kind: "suggestions" }>["refinement"]["suggestions"] = [],
): Move {
  return { answer: { kind: "suggestions", refinement: { suggestions, summary: "fine" } } };
}
