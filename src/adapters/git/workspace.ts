import { isUtf8 } from "node:buffer";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Change, Offence } from "../../domain/change.ts";
import type { CommitAsked, HookSite } from "../../domain/commit-asked.ts";
import type { Clock, TestSite, TurnSite, Workspace } from "../../ports.ts";
import type { CommitHooks } from "./commit-hooks.ts";
import { hooksOf, installHooks } from "./commit-hooks.ts";
import { objectId } from "./object-id.ts";
import type { ObjectStore } from "./object-store.ts";
import { openObjectStore } from "./object-store.ts";
import type { Git } from "./run-git.ts";
import { createGit, GitError } from "./run-git.ts";
import type { Carried } from "./tree-carry.ts";
import { findTampered } from "./tree-carry.ts";
import { reachOf } from "./tree-carry-reach.ts";
import { changedInSite } from "./tree-changes.ts";
import type { Trees } from "./tree-files.ts";
import { openTrees } from "./tree-files.ts";
import type { Site } from "./tree-site.ts";
import { layOut, makeAgentRepository } from "./tree-site.ts";
import { takeSnapshot } from "./tree-snapshot.ts";
import type { TreeViews } from "./tree-views.ts";
import { createTreeViews, versionOf } from "./tree-views.ts";
import type { Identity } from "./workspace-commit.ts";
import { commitTree } from "./workspace-commit.ts";
import { openWorkspace } from "./workspace-open.ts";
import { pushRef } from "./workspace-push.ts";
import type { RecordStore } from "./workspace-records.ts";
import { createRecordStore } from "./workspace-records.ts";
import type { Remote } from "./workspace-remote.ts";
import type { SiteOf } from "./workspace-sites.ts";
import { createSites, laneDir, SET_UP, siteName } from "./workspace-sites.ts";
import type { StateStore } from "./workspace-state.ts";
import { createStateStore } from "./workspace-state.ts";
import type { TrialGround, TrialTrees } from "./workspace-trial.ts";
import { trialGround } from "./workspace-trial.ts";

export interface WorkspaceOptions {
  readonly remote: Remote;
  /** Where the loop keeps its clone and its sites; made when absent, and enough to go on after a kill. */
  readonly stateDir: string;
  /** A checkout with dependencies installed, or null. */
  readonly carryFrom: string | null;
  /** Names or paths of ignored things to carry from there (config `carry`). */
  readonly carry: readonly string[];
  readonly identity: Identity;
  readonly clock: Clock;
  /** False spares each turn a git repository of the agent's own, which only coding CLIs look for. */
  readonly agentRepository?: boolean;
  /** Whether lanes may be overlays on one lay-out, where this process may mount; then `close` is called for. */
  readonly overlays?: boolean;
  /** PATH for git and find. */
  readonly path: string;
  /** The person's HOME, whose git configuration may name where hooks are. */
  readonly home?: string;
  /** Proxy and certificate variables for transports. */
  readonly network?: Readonly<Record<string, string>>;
}

/** What the loop's composition needs of the repository besides the port. */
export interface GitWorkspace extends Workspace, StateStore, RecordStore {
  readonly views: TreeViews;
  /** Directories outside the sites that tests must be able to read: what is carried. */
  carriedSources(): Promise<readonly string[]>;
  /** What a trial of a finished tree needs of the repository; checkouts go below `room`. */
  trialGround(trees: TrialTrees, room: string): Promise<TrialGround>;
  /**
   * Has `install` put the dependencies of a tree into a checkout of its own, once for a state
   * directory; what it leaves untracked is carried from then on instead of `carryFrom`.
   */
  setUp(tree: string, install: Install, signal: AbortSignal): Promise<void>;
  /** Takes down what was mounted for lanes; their files are gone then. */
  close(): Promise<void>;
}

/** Installs in `dir`; rejects when that fails. */
export type Install = (dir: string) => Promise<void>;

/**
 * A repository of the loop's own beside two directories, one for agents and one for tests. Neither
 * holds the loop's git directory, a remote or a credential, and nothing is ever read back from the
 * agent's own `.git`.
 */
export function createWorkspace(options: WorkspaceOptions): GitWorkspace {
  const stateDir = resolve(options.stateDir);
  const control = join(stateDir, "control.git");
  const { identity, clock } = options;
  const remote = absolute(options.remote);
  const git = isolatedGit(options, stateDir);
  const objects = openObjectStore(git, control);
  const trees = openTrees(objects);
  const site = createSites(options, { git, objects, trees, stateDir, control });
  const root = remote.kind === "path" ? remote.path : null;
  const findHooks = hooksOf(root, { PATH: options.path, HOME: options.home });
  const kept = { git, remote, gitDir: control, by: identity, clock };
  return {
    ...createStateStore(kept),
    ...createRecordStore(kept),
    views: createTreeViews(objects, trees),
    open: (asked, signal) => openWorkspace(git, remote, control, asked, signal),
    beginTurn: async (tree, signal, lane, view) =>
      await beginTurn(options, git, await site(siteName(lane, view)), objectId(tree), signal),
    withChanges: async (tree, changes) => await withChanges(trees, objectId(tree), changes),
    testSite: async (tree, signal, lane) =>
      await testSite(options, git, await site(laneDir(lane, "tests")), objectId(tree), signal),
    trialGround: async (asked, room) => {
      const { carried } = await site("tests");
      return await trialGround({ path: options.path, control, room, carried }, asked);
    },
    readFile: async (tree, path) => await readText(objects, trees, objectId(tree), path),
    diff: async (from, to) => await readDiff(git, control, objectId(from), objectId(to)),
    commit: async (tree, parent, message, also) => {
      const asked = { tree, parent, message, also: also === undefined ? [] : [also] };
      return await commitTree(git, control, asked, identity, clock);
    },
    hookSite: async (asked, signal) =>
      await hookSite({ findHooks, git, site, control }, asked, signal),
    push: async (branch, sha, expected, signal) =>
      await pushRef(
        git,
        remote,
        control,
        { ref: `refs/heads/${branch}`, sha: objectId(sha), expected },
        { signal, readBack: true },
      ),
    carriedSources: async () => await reachOf((await site("tests")).carried),
    setUp: (tree, install, signal) => setUp({ git, site, stateDir }, tree, install, signal),
    close: () => site.close(),
  };
}

interface SetUpPlace {
  readonly git: Git;
  readonly site: SiteOf;
  readonly stateDir: string;
}

async function setUp(
  { git, site, stateDir }: SetUpPlace,
  tree: string,
  install: Install,
  signal: AbortSignal,
): Promise<void> {
  if (existsSync(join(stateDir, SET_UP))) return;
  const place = { ...(await site("setup")), carried: [] };
  await layOut(git, place, objectId(tree), signal);
  await makeAgentRepository(git, place, await turnCommit(git, place, objectId(tree)));
  await install(place.dir);
  await writeFile(join(stateDir, "carry.stamp"), "");
  await writeFile(join(stateDir, SET_UP), "");
  site.forget();
}

/** Git resolves a relative path now here, now there. */
function absolute(remote: Remote): Remote {
  return remote.kind === "path" ? { kind: "path", path: resolve(remote.path) } : remote;
}

function isolatedGit(options: WorkspaceOptions, stateDir: string): Git {
  const globalConfig = join(stateDir, "gitconfig");
  mkdirSync(stateDir, { recursive: true });
  // In containers the checkout often belongs to another user; only git's own guard is lifted, and
  // every setting of that repository that could run something is overridden.
  writeFileSync(globalConfig, "[safe]\n\tdirectory = *\n[receive]\n\tautogc = false\n");
  // Whatever changes in a carried dependency after this moment was changed during the run.
  writeFileSync(join(stateDir, "carry.stamp"), "");
  const network = options.network === undefined ? {} : { network: options.network };
  return createGit({ path: options.path, globalConfig, ...network });
}

async function testSite(
  options: WorkspaceOptions,
  git: Git,
  tests: Site,
  tree: string,
  signal: AbortSignal,
): Promise<TestSite> {
  const [tampered] = await Promise.all([
    checkCarried(options, tests.carried, join(tests.control, "..")),
    layOut(git, tests, tree, signal),
  ]);
  if (tampered !== null) throw new GitError(tampered.fix);
  return { dir: tests.dir, changes: () => changedInSite(tests, tree) };
}

async function withChanges(
  trees: Trees,
  tree: string,
  changes: readonly Change[],
): Promise<string> {
  return changes.length === 0 ? tree : await trees.write(tree, new Map(changes.map(versionOf)));
}

interface HookPlace {
  readonly findHooks: () => Promise<CommitHooks | null>;
  readonly git: Git;
  readonly site: SiteOf;
  readonly control: string;
}

/** The commit to be as hooks expect it: its parent as HEAD, its files in the work tree and staged. */
async function hookSite(
  { findHooks, git, site, control }: HookPlace,
  { tree, parent, message }: CommitAsked,
  signal: AbortSignal,
): Promise<HookSite | null> {
  const hooks = await findHooks();
  if (hooks === null) return null;
  const place = await site("hooks");
  await layOut(git, place, objectId(tree), signal);
  const before = await git.text(["rev-parse", `${objectId(parent)}^{tree}`], { gitDir: control });
  await makeAgentRepository(git, place, await turnCommit(git, place, before));
  const own = join(place.dir, ".git");
  await git.text(["add", "-A"], { gitDir: own, workTree: place.dir, cwd: place.dir, signal });
  await writeFile(join(own, "COMMIT_EDITMSG"), `${message}\n`);
  return { dir: place.dir, hooks: await installHooks(hooks, place.dir) };
}

async function beginTurn(
  options: WorkspaceOptions,
  git: Git,
  site: Site,
  tree: string,
  signal: AbortSignal,
): Promise<TurnSite> {
  await layOut(git, site, tree, signal);
  if (options.agentRepository !== false) {
    await makeAgentRepository(git, site, await turnCommit(git, site, tree));
  }
  return {
    dir: site.dir,
    async snapshot() {
      const stateDir = join(site.control, "..");
      const [snapshot, tampered] = await Promise.all([
        takeSnapshot(git, site, tree),
        checkCarried(options, site.carried, stateDir),
      ]);
      if (tampered === null) return snapshot;
      return { ...snapshot, offences: [...snapshot.offences, tampered] };
    },
  };
}

/** The one commit an agent sees. Its date says nothing and its parent does not exist. */
async function turnCommit(git: Git, site: Site, tree: string): Promise<string> {
  const date = "@946684800 +0000";
  const commit = await git.text(["commit-tree", tree, "-m", "start of the turn"], {
    gitDir: site.control,
    env: {
      GIT_AUTHOR_NAME: "tdd-loop",
      GIT_AUTHOR_EMAIL: "tdd-loop@localhost",
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: "tdd-loop",
      GIT_COMMITTER_EMAIL: "tdd-loop@localhost",
      GIT_COMMITTER_DATE: date,
    },
  });
  await writeFile(join(site.gitDir, "HEAD"), `${commit}\n`);
  return commit;
}

async function checkCarried(
  options: WorkspaceOptions,
  carried: readonly Carried[],
  stateDir: string,
): Promise<Offence | null> {
  const path = await findTampered(carried, join(stateDir, "carry.stamp"), options.path);
  if (path === null) return null;
  return {
    code: "DEP_TAMPERED",
    path,
    fix: `${path} changed during the run; dependencies are for reading only. Install them again (npm ci or the like), then resume.`,
  };
}

async function readText(
  objects: ObjectStore,
  trees: Trees,
  tree: string,
  path: string,
): Promise<string | null> {
  const version = (await trees.files(tree)).files.get(path);
  if (version === undefined || version.mode === "160000") return null;
  const bytes = (await objects.read(version.oid))?.bytes;
  return bytes === undefined || bytes.includes(0) || !isUtf8(bytes) ? null : bytes.toString("utf8");
}

async function readDiff(git: Git, gitDir: string, from: string, to: string): Promise<string> {
  const raw = ["--no-ext-diff", "--no-textconv", "--no-renames", "--no-color", "--full-index"];
  const { exitCode, stdout, stderr } = await git.run(
    ["diff", ...raw, "--ignore-submodules=none", "--submodule=short", from, to, "--"],
    { gitDir },
  );
  if (exitCode !== 0) throw new GitError(`git diff failed: ${stderr.trim()}`);
  return stdout.toString("utf8");
}
