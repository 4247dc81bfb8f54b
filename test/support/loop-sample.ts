import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CliEnd } from "./sample-repository.ts";
import { git, runCli } from "./sample-repository.ts";

/** A person's repository with loop specs in it, and an agent that is a script. */
export interface LoopSample {
  readonly dir: string;
  readonly repo: string;
  run(args: readonly string[], watch?: Parameters<typeof runCli>[2]): Promise<CliEnd>;
  git(...args: string[]): string;
  write(path: string, text: string): void;
  makeExecutable(path: string): void;
  remove(): void;
}

/** A loop spec of a sample as it is written, and its files. */
export interface LoopFiles {
  readonly spec: object;
  readonly files: Readonly<Record<string, string>>;
  /** What the agent does: a module's text; `prompt` and `step` are there, `report(…)` ends the turn. */
  readonly agent: string;
}

const agentHead = `import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
let prompt = "";
for await (const chunk of process.stdin) prompt += chunk;
const step = /Step: \`.*\\(([^()]+)\\)\`/.exec(prompt)?.[1] ?? (prompt.includes("(final)") ? "(final)" : "");
const attempt = Number(/attempt (\\d+) of/.exec(prompt)?.[1] ?? 1);
const report = (given) => console.log(JSON.stringify({ summary: "Did it.", ...given }));
`;

export function makeLoopSample({ spec, files, agent }: LoopFiles): LoopSample {
  const dir = mkdtempSync(join(tmpdir(), "tdd-loop-steps-"));
  const repo = join(dir, "repo");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(join("repo", path), text);
  write("repo/.github/tdd-loop/spec.json", JSON.stringify(spec, null, 2));
  write("agent.mjs", agentHead + agent);
  git(repo, "init", "-q", "-b", "main");
  git(repo, "add", "-A");
  git(repo, "-c", "user.name=Mona", "-c", "user.email=mona@example.com", "commit", "-qm", "base");
  return {
    dir,
    repo,
    write,
    makeExecutable: (path) => chmodSync(join(dir, path), 0o755),
    run: (args, watch) => runCli(args, repo, watch),
    git: (...args) => git(repo, ...args),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** The arguments that let the sample's script play the agent. */
export const withScript = ["--command", "node ../agent.mjs"] as const;
