import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { RedRecord } from "../../src/adapters/tests/judge-record.ts";

const folder = resolve(process.env["TDD_LOOP_CORPUS"] ?? "../shared/corpus", "red");

interface Label {
  readonly verdict: string;
  readonly reason: string;
}

interface CorpusRun {
  readonly id: string;
  readonly cmd: string;
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly reports?: Readonly<Record<string, string>>;
  readonly more?: Readonly<Record<string, string>>;
  readonly expect: Label & {
    readonly framework: string;
    readonly passed: number;
    readonly failedCount: number;
    readonly skipped: number;
    readonly acceptable?: readonly Label[];
    readonly subject: RedRecord["promised"];
  };
}

/** Whether the corpus of recorded runs is on this machine; tests that need it say so when it is not. */
export const hasRedCorpus = existsSync(folder);
if (!hasRedCorpus) process.stdout.write(`No corpus at ${folder}: recorded runs are not judged.\n`);

export function redCorpus(): CorpusRun[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ndjson"))
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean))
    .map((line) => JSON.parse(line) as CorpusRun);
}

export function asRecord(run: CorpusRun): RedRecord {
  const more = run.more ?? {};
  const based = Object.entries(more).filter(([name]) => /^base\.(?!exit|std|cmd)/.test(name));
  return {
    id: run.id,
    framework: run.expect.framework,
    command: run.cmd,
    dir: "/repo",
    exitCode: run.exit,
    stdout: run.stdout,
    stderr: run.stderr,
    reports: listed(Object.entries(run.reports ?? {})),
    promised: run.expect.subject,
    baseline:
      more["base.exit"] === undefined
        ? null
        : {
            exitCode: Number(more["base.exit"]),
            stdout: more["base.stdout"] ?? "",
            stderr: more["base.stderr"] ?? "",
            reports: listed(based.map(([name, text]) => [name.slice("base.".length), text])),
          },
  };
}

function listed(entries: readonly (readonly [string, string])[]): { name: string; text: string }[] {
  return entries.map(([name, text]) => ({ name, text }));
}
