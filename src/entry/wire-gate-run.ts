import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { otherDayDir } from "../adapters/git/gate-other-day.ts";
import { locate } from "../adapters/git/gate-repository.ts";
import { judgeRunByLock } from "../adapters/git/gate-run.ts";
import { hardenedGit } from "../adapters/git/git.ts";
import { chooseSandbox } from "../adapters/sandbox/choose-sandbox.ts";
import { createTestRunner } from "../adapters/tests/test-runner.ts";
import type { ObservedRun } from "../domain/proof-evidence.ts";
import type { GateFinding } from "../gates/tamper/finding.ts";
import type { GateLock } from "../gates/tamper/gate-lock.ts";
import type { ProcessEnd, Sandbox } from "../ports.ts";
import { freshWord } from "./wire-proof.ts";

export interface GateRunQuestion {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly repo: string;
  readonly lock: GateLock;
  readonly head: string;
  /** What among the dependencies the tests must not see, relative to the top. */
  readonly caches: readonly string[];
  readonly holdout: string | null;
  readonly testSeconds: number;
  readonly maxOutputBytes: number;
  readonly note: (text: string) => void;
}

/** Builds what `gate --run` needs: sandbox, test runner, a room for checkouts; and asks it. */
export async function askRunGate(question: GateRunQuestion): Promise<readonly GateFinding[]> {
  const top = await realpath(question.repo);
  const place = await locate(top);
  if (place === null) throw new Error(`${top} is not the top of a git work tree any more`);
  const path = question.env["PATH"] ?? "/usr/bin:/bin";
  const room = await realpath(await mkdtemp(join(tmpdir(), "tdd-loop-gate-")));
  try {
    const { lock } = question;
    const carried = lock.dependencies.roots.map((root) => join(top, root));
    const chosen = await chooseSandbox("auto", {
      path,
      home: question.env["HOME"] ?? null,
      readable: [...carried, otherDayDir(room)],
      hidden: [top, ...question.caches.map((cache) => join(top, cache))],
    });
    if (chosen.kind === "unavailable") throw new Error(`${chosen.why}. ${chosen.fix}`);
    const { sandbox } = chosen;
    return await judgeRunByLock({
      git: hardenedGit(path, { gitDir: place.gitDir, workTree: top }),
      top,
      lock,
      head: question.head,
      note: question.note,
      holdout: question.holdout === null ? null : await realpath(question.holdout),
      room,
      runTests: (dir, env) => observe(question, { sandbox, room, path, dir, env }),
      freshWord,
    });
  } finally {
    await rm(room, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface OneRun {
  readonly sandbox: Sandbox;
  readonly room: string;
  readonly path: string;
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
}

/** One run through the test runner, with the end of its process kept beside what it reports. */
async function observe(question: GateRunQuestion, one: OneRun): Promise<ObservedRun> {
  const { sandbox, room, path, dir, env } = one;
  const ends: ProcessEnd[] = [];
  const watched: Sandbox = {
    name: sandbox.name,
    run: async (process, signal) => {
      const end = await sandbox.run(process, signal);
      ends.push(end);
      return end;
    },
  };
  const runner = createTestRunner({
    sandbox: watched,
    framework: null,
    testSeconds: question.testSeconds,
    maxOutputBytes: question.maxOutputBytes,
    network: "off",
    env: { PATH: path, ...env },
    tempDir: room,
  });
  const command = question.lock.testCommand.map(shellWord).join(" ");
  const { projects } = question.lock;
  const asked = { dir, command, framework: null, projects, purpose: "final" } as const;
  const { run } = await runner.run(asked, new AbortController().signal);
  return observed(run, projects === undefined ? ends.slice(-1) : ends);
}

/** Several projects are several processes: the first that went wrong tells how they ended. */
function observed(run: ObservedRun["run"], ends: readonly ProcessEnd[]): ObservedRun {
  const bad = ends.find((one) => one.exitCode !== 0) ?? ends[0];
  const leftovers = ends.reduce((sum, one) => sum + (one.leftovers ?? 0), 0);
  const limit = ends.find((one) => one.limit !== undefined)?.limit;
  return {
    run,
    exitCode: bad?.exitCode ?? null,
    timedOut: ends.some((one) => one.timedOut),
    outputCut: ends.some((one) => one.outputCut),
    ...(leftovers === 0 ? {} : { leftovers }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
