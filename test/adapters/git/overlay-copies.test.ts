import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mountsBelow } from "../../../src/adapters/git/mounts.ts";
import { closed, SOURCE, startModule } from "../child-module.ts";
import { files, works } from "./agent-works.ts";
import {
  git,
  never,
  opened,
  PATH,
  repository,
  temporary,
  workspace,
  write,
} from "./local-repository.ts";

/** Whether this process may mount an overlay here: root on a disk that bears one. */
function mayMount(): boolean {
  const unshared = ["-m", "--propagation", "private", "sh", "-ec"];
  const script =
    'd=$(mktemp -d); cd "$d"; mkdir l u w m; trap \'umount m; rm -r "$d"\' EXIT; mount -t overlay o -o lowerdir=l,upperdir=u,workdir=w m';
  return spawnSync("unshare", [...unshared, script], { env: { PATH } }).status === 0;
}

const canShare = mayMount();

async function lanes(start: Readonly<Record<string, string>> = files, more = {}) {
  const repo = repository(start);
  const stateDir = join(temporary(), "state");
  const space = workspace(repo, { stateDir, overlays: true, ...more });
  onTestFinished(() => space.close());
  return { repo, stateDir, space, base: await opened(space) };
}

function run(dir: string, script: string): void {
  execFileSync("bash", ["-ec", script], { cwd: dir, env: { PATH, HOME: "/nonexistent" } });
}

const shown = (changes: readonly { status: string; path: string; mode: string | null }[]) =>
  changes.map(({ path, status, mode }) => `${status} ${path} ${mode}`).sort();

describe.runIf(canShare)("lanes that share their files until they write to them", () => {
  it("tell of every kind of work what lanes of their own do, and begin each turn as before it", async () => {
    const { space, base } = await lanes();
    for (const [what, script, changes] of works) {
      const site = await space.beginTurn(base.baseTree, never, "a");
      expect(mountsBelow(site.dir)).toEqual([site.dir]);
      run(site.dir, script);
      const snapshot = await site.snapshot();
      expect(shown(snapshot.changes), what).toEqual([...changes].sort());
    }
    const after = await space.beginTurn(base.baseTree, never, "a");
    expect((await after.snapshot()).changes).toEqual([]);
  });

  it("let a directory be renamed, and see nothing of each other", async () => {
    const { space, base } = await lanes();
    const [one, two] = await Promise.all(
      ["one", "two"].map((lane) => space.beginTurn(base.baseTree, never, lane)),
    );
    if (one === undefined || two === undefined) throw new Error("no lanes");
    run(one.dir, "mv src lib; echo 1 > new.js");
    expect(shown((await one.snapshot()).changes)).toEqual([
      "added lib/sum.js 100644",
      "added new.js 100644",
      "deleted src/sum.js null",
    ]);
    expect((await two.snapshot()).changes).toEqual([]);
    expect(readFileSync(join(two.dir, "src/sum.js"), "utf8")).toBe(files["src/sum.js"]);
  });

  it("hold a later tree, without what it has no more, and no directory that only that was in", async () => {
    const { repo, space, base } = await lanes({
      ...files,
      "a/b/c/deep.js": "1\n",
      "a/kept.js": "1\n",
      x: "1\n",
    });
    await space.beginTurn(base.baseTree, never, "a");
    run(
      repo,
      "rm -r a/b x; mkdir x; echo 2 > x/y; echo 2 > old.txt; chmod +x run.sh; ln -s old.txt link",
    );
    git(repo, "add", "-A");
    git(repo, "commit", "-q", "-m", "later");
    const later = await opened(space);
    const site = await space.beginTurn(later.baseTree, never, "a");
    expect((await site.snapshot()).changes).toEqual([]);
    expect(readdirSync(join(site.dir, "a"))).toEqual(["kept.js"]);
    expect(readFileSync(join(site.dir, "x/y"), "utf8")).toBe("2\n");
    expect(mountsBelow(site.dir)).toEqual([site.dir]);
  });

  it("are not fooled by who writes to the files that they share", async () => {
    const { space, base, stateDir } = await lanes();
    const first = await space.beginTurn(base.baseTree, never, "a");
    expect((await first.snapshot()).changes).toEqual([]);
    writeFileSync(join(stateDir, "layer/old.txt"), "bad\n");
    const next = await space.beginTurn(base.baseTree, never, "b");
    expect(shown((await next.snapshot()).changes)).toEqual(["modified old.txt 100644"]);
  });

  it("have what is carried, each its own to write to", async () => {
    const from = repository();
    write(from, { "target/debug/lib": "built\n", "node_modules/pkg/index.js": "1\n" });
    const { space, base } = await lanes(files, {
      carryFrom: from,
      carry: ["target", "node_modules"],
    });
    const one = await space.beginTurn(base.baseTree, never, "one");
    run(one.dir, "echo mine > target/debug/lib; rm node_modules/pkg");
    const two = await space.beginTurn(base.baseTree, never, "two");
    expect(readFileSync(join(two.dir, "target/debug/lib"), "utf8")).toBe("built\n");
    expect(existsSync(join(two.dir, "node_modules/pkg/index.js"))).toBe(true);
    expect((await one.snapshot()).changes).toEqual([]);
  });

  it("leave nothing mounted when the run ends, and take down what a killed run has left", async () => {
    const { repo, space, base, stateDir } = await lanes();
    await space.beginTurn(base.baseTree, never, "a");
    // A process that was killed closes nothing: another one finds its mounts.
    const next = workspace(repo, { stateDir, overlays: true });
    const again = await opened(next);
    const site = await next.beginTurn(again.baseTree, never, "b");
    expect(mountsBelow(stateDir)).toEqual([site.dir]);
    await next.close();
    expect(mountsBelow(stateDir)).toEqual([]);
    expect(readdirSync(stateDir).filter((name) => name.startsWith("overlays"))).toEqual([]);
  });
});

/** Has a lane, and waits to be killed. */
const WORKER = `
import { createWorkspace } from ${JSON.stringify(join(SOURCE, "adapters/git/workspace.ts"))};
export async function main(repo, stateDir, path) {
  const never = new AbortController().signal;
  const space = createWorkspace({ remote: { kind: "path", path: repo }, stateDir, carryFrom: null, carry: [],
    identity: { name: "bot", email: "bot@example.com" }, clock: { now: () => 1.7e12 }, overlays: true, path });
  const base = await space.open({ base: "main", branch: "tdd/x", paths: [] }, never);
  await space.beginTurn(base.baseTree, never, "a");
  process.stdout.write("ready\\n");
  setInterval(() => undefined, 1000);
}`;

describe.runIf(canShare)("a run with lanes that is killed", () => {
  it("leaves nothing mounted", async () => {
    const stateDir = join(temporary(), "state");
    const child = startModule(WORKER, [repository(files), stateDir, PATH]);
    await new Promise((ready) => child.stdout?.once("data", ready));
    expect(mountsBelow(stateDir)).toEqual([join(stateDir, "agent-lane-a")]);
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await closed(child);
    await vi.waitFor(() => expect(mountsBelow(stateDir)).toEqual([]), 20_000);
  });
});

describe("lanes where no overlay can be had", () => {
  it("have files of their own, and work the same", async () => {
    const repo = repository(files);
    const place = join(temporary(), "with, a comma");
    mkdirSync(place);
    const space = workspace(repo, { stateDir: join(place, "state"), overlays: true });
    const base = await opened(space);
    const site = await space.beginTurn(base.baseTree, never, "a");
    run(site.dir, "echo 1 > new.js; rm old.txt");
    expect(shown((await site.snapshot()).changes)).toEqual([
      "added new.js 100644",
      "deleted old.txt null",
    ]);
    expect(mountsBelow(place)).toEqual([]);
    const after = await space.beginTurn(base.baseTree, never, "a");
    expect((await after.snapshot()).changes).toEqual([]);
    await space.close();
  });
});
