import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Octokit } from "@octokit/rest";
import { maintainer, startForgeWorld } from "./forge-world.ts";
import type { Unpacked } from "./npm-package.ts";
import { bringModules } from "./npm-package.ts";
import type { RealIssue } from "./real-issues.ts";
import { git } from "./sample-repository.ts";

/** What the forge and a clone of it say when everything has ended. */
export interface RealOutcome {
  readonly pulls: readonly { readonly draft: boolean; readonly title: string }[];
  readonly fileGate: string | null;
  readonly labels: readonly string[];
  /** Kinds of the branch's commits, oldest first. */
  readonly commits: readonly string[];
  readonly changed: readonly string[];
  /** Exit codes of the test command, run by hand. */
  readonly exitAtRed: number | null;
  readonly exitAtHead: number | null;
}

/** Plays a recording from the label to the pull request and looks at what is there afterwards. */
export async function replayRealIssue(
  { release, testCommand, title, body, recording }: RealIssue,
  { files, modules }: Pick<Unpacked, "files"> & { readonly modules: string | null },
): Promise<RealOutcome> {
  const fixture = new URL(`../fixtures/recordings/${recording}.json`, import.meta.url);
  const world = await startForgeWorld({
    name: release.name,
    files,
    config: `testCommand: ${JSON.stringify(testCommand)}\n`,
    install: modules === null ? null : `cp -a '${modules}' .`,
    inputs: { agent: "replay", replay: fileURLToPath(fixture) },
    runnerEnv: {},
    path: process.env["PATH"] ?? "",
  });
  const clone = mkdtempSync(join(tmpdir(), "tdd-loop-by-hand-"));
  try {
    const issue = await world.work({ title, body });
    const place = { owner: maintainer, repo: release.name };
    const auth = world.forge.admin.createToken(maintainer);
    const { rest } = new Octokit({ baseUrl: world.forge.apiUrl, auth });
    const { data: pulls } = await rest.pulls.list(place);
    const [pull] = pulls;
    if (pull === undefined) throw new Error(world.forge.jobs().at(-1)?.log ?? "no job ran");
    const { data: checks } = await rest.checks.listForRef({ ...place, ref: pull.head.sha });
    const { data: shown } = await rest.issues.get({ ...place, issue_number: issue });
    git(tmpdir(), "clone", "-q", world.bare, clone);
    if (modules !== null) bringModules(modules, clone);
    const range = `origin/main..${pull.head.sha}`;
    const shas = git(clone, "rev-list", "--reverse", range).split("\n").filter(Boolean);
    return {
      pulls: pulls.map((one) => ({ draft: one.draft ?? false, title: one.title })),
      fileGate: checks.check_runs.find(({ name }) => name === "file-gate")?.conclusion ?? null,
      labels: shown.labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
      commits: git(clone, "log", "--reverse", "--format=%s", range)
        .split("\n")
        .filter(Boolean)
        .map((subject) => subject.split(":")[0] ?? ""),
      changed: git(clone, "diff", "--name-only", "origin/main", pull.head.sha)
        .split("\n")
        .filter(Boolean),
      exitAtRed: exitOf(testCommand, clone, shas[0] ?? ""),
      exitAtHead: exitOf(testCommand, clone, pull.head.sha),
    };
  } finally {
    await world.close();
    rmSync(clone, { recursive: true, force: true });
  }
}

function exitOf(testCommand: string, clone: string, sha: string): number | null {
  git(clone, "checkout", "-q", sha);
  const path = [join(clone, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const ended = spawnSync("sh", ["-c", testCommand], {
    cwd: clone,
    env: { ...process.env, PATH: path, PYTHONDONTWRITEBYTECODE: "1" },
    stdio: "ignore",
  });
  return ended.status;
}
