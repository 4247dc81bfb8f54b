import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { developerGit } from "../../../src/adapters/git/git.ts";
import { overlayAt } from "../../../src/adapters/git/overlay-journal.ts";
import type { WatchedGate } from "../../../src/adapters/git/watched-gate.ts";
import { openWatchedGate } from "../../../src/adapters/git/watched-gate.ts";
import { git, repositoryEnv } from "../../support/random-repository.ts";

/** Overlay mounts need root or a kind kernel; where there are none, that half cannot be shown. */
function mount(lower: string, room: string): string | null {
  const [upper, work, top] = ["upper", "work", "top"].map((name) => join(room, name));
  for (const dir of [upper, work, top]) mkdirSync(dir as string);
  const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  const done = spawnSync("mount", ["-t", "overlay", "overlay", "-o", options, top as string]);
  if (done.status !== 0) return null;
  onTestFinished(() => void spawnSync("umount", ["-l", top as string]));
  return top as string;
}

const gates: WatchedGate[] = [];
afterEach(() => {
  for (const gate of gates.splice(0)) gate.close();
});

interface Bench {
  readonly dir: string;
  readonly room: string;
  check(): Promise<{ by: string; paths: string[] | string }>;
}

async function bench(tier: "watch" | "overlay"): Promise<Bench | null> {
  const room = realpathSync(mkdtempSync(join(tmpdir(), "watched-gate-")));
  onTestFinished(() => rmSync(room, { recursive: true, force: true }));
  const made = join(room, "made");
  mkdirSync(join(made, "src/deep"), { recursive: true });
  git(made, "init", "-q", "-b", "main", "--template=");
  for (const path of ["src/a.ts", "src/b.ts", "src/deep/c.ts", "other.ts"])
    writeFileSync(join(made, path), `${path}\n`);
  writeFileSync(join(made, ".gitignore"), "*.log\nnode_modules/\n");
  mkdirSync(join(made, "node_modules/x"), { recursive: true });
  git(made, "add", "-A");
  git(made, "commit", "-qm", "base");
  git(made, "checkout", "-qb", "tdd/slug");
  writeFileSync(join(room, "allow"), "src/a.ts\nsrc/new.ts\n");
  const dir = tier === "watch" ? made : mount(made, room);
  if (dir === null) return null;
  // What is younger than a tick of the clock cannot be told from what comes in the same tick.
  await new Promise((done) => setTimeout(done, 40));
  const question = { git: developerGit(repositoryEnv, dir), cwd: dir, base: "main" };
  const gate = await openWatchedGate({ ...question, allowlist: join(room, "allow") });
  gates.push(gate);
  return {
    dir,
    room,
    async check() {
      const { outcome, by } = await gate.check();
      const paths =
        outcome.kind === "judged" ? outcome.findings.map(({ path }) => path) : outcome.code;
      return { by, paths };
    },
  };
}

describe.each(["watch", "overlay"] as const)("the gate that reads changes by %s", (tier) => {
  it("scans first, and needs no scan for edits of listed files", async ({ skip }) => {
    const at = await bench(tier);
    if (at === null) return skip("no overlay can be mounted here");
    expect(await at.check()).toEqual({ by: "scan", paths: [] });
    expect(await at.check()).toEqual({ by: tier, paths: [] });
    for (const text of ["one\n", "two\n"]) {
      writeFileSync(join(at.dir, "src/a.ts"), text);
      writeFileSync(join(at.dir, "src/new.ts"), text);
      expect(await at.check()).toEqual({ by: tier, paths: [] });
    }
  });

  it("goes on saying what a scan found while only listed files are touched", async ({ skip }) => {
    const at = await bench(tier);
    if (at === null) return skip("no overlay can be mounted here");
    writeFileSync(join(at.dir, "other.ts"), "changed\n");
    expect((await at.check()).paths).toEqual(["other.ts"]);
    await new Promise((done) => setTimeout(done, 40));
    await at.check();
    writeFileSync(join(at.dir, "src/a.ts"), "more\n");
    expect(await at.check()).toEqual({ by: tier, paths: ["other.ts"] });
  });

  it.for<[string, (dir: string) => void, string[] | string]>([
    ["an edit elsewhere", (dir) => appendFileSync(join(dir, "other.ts"), "x"), ["other.ts"]],
    ["a new file", (dir) => writeFileSync(join(dir, "src/deep/x.ts"), ""), ["src/deep/x.ts"]],
    ["a removal", (dir) => rmSync(join(dir, "src/b.ts")), ["src/b.ts"]],
    ["a mode", (dir) => chmodSync(join(dir, "src/b.ts"), 0o755), ["src/b.ts"]],
    [
      "a directory in a new directory",
      (dir) => {
        mkdirSync(join(dir, "n/e/w"), { recursive: true });
        writeFileSync(join(dir, "n/e/w/x"), "");
      },
      ["n/e/w/x"],
    ],
    [
      "a directory that was taken away and made anew",
      (dir) => {
        rmSync(join(dir, "src/deep"), { recursive: true });
        mkdirSync(join(dir, "src/deep"));
      },
      ["src/deep/c.ts"],
    ],
    [
      "a listed file that became a directory",
      (dir) => {
        rmSync(join(dir, "src/a.ts"));
        mkdirSync(join(dir, "src/a.ts"));
        writeFileSync(join(dir, "src/a.ts/inner"), "");
      },
      ["src/a.ts/inner"],
    ],
    [
      "a link",
      (dir) => {
        rmSync(join(dir, "src/b.ts"));
        symlinkSync("a.ts", join(dir, "src/b.ts"));
      },
      ["src/b.ts"],
    ],
    [
      "a commit",
      (dir) => {
        appendFileSync(join(dir, "other.ts"), "x");
        git(dir, "commit", "-qam", "x");
      },
      ["other.ts"],
    ],
    [
      "what is staged and then taken back on disk",
      (dir) => {
        appendFileSync(join(dir, "other.ts"), "x");
        git(dir, "add", "other.ts");
        writeFileSync(join(dir, "other.ts"), "other.ts\n");
      },
      ["other.ts"],
    ],
    [
      "an ignored file that is ignored no longer",
      (dir) => {
        writeFileSync(join(dir, "kept.log"), "");
        writeFileSync(join(dir, ".gitignore"), "node_modules/\n");
      },
      [".gitignore", "kept.log"],
    ],
    [
      "what a new rule uncovers in an ignored directory",
      (dir) => {
        writeFileSync(join(dir, "node_modules/x/i.js"), "");
        writeFileSync(join(dir, ".gitignore"), "*.log\n");
      },
      [".gitignore", "node_modules/x/i.js"],
    ],
  ])("sees %s", async ([, change, expected], { skip }) => {
    const at = await bench(tier);
    if (at === null) return skip("no overlay can be mounted here");
    await at.check();
    change(at.dir);
    expect(await at.check()).toEqual({ by: "scan", paths: expected });
  });

  it("sees what happens in a directory that came later", async ({ skip }) => {
    const at = await bench(tier);
    if (at === null) return skip("no overlay can be mounted here");
    await at.check();
    mkdirSync(join(at.dir, "later"));
    writeFileSync(join(at.dir, "later/one"), "");
    expect((await at.check()).paths).toEqual(["later/one"]);
    await new Promise((done) => setTimeout(done, 40));
    await at.check();
    writeFileSync(join(at.dir, "later/two"), "");
    expect((await at.check()).paths).toEqual(["later/one", "later/two"]);
  });

  it("reads the list anew when it changes, and scans when it is gone", async ({ skip }) => {
    const at = await bench(tier);
    if (at === null) return skip("no overlay can be mounted here");
    writeFileSync(join(at.dir, "other.ts"), "changed\n");
    expect((await at.check()).paths).toEqual(["other.ts"]);
    writeFileSync(join(at.room, "allow"), "other.ts\n");
    expect(await at.check()).toEqual({ by: "scan", paths: [] });
    rmSync(join(at.room, "allow"));
    expect(await at.check()).toEqual({ by: "scan", paths: "NO_ALLOWLIST" });
  });
});

describe("an overlay's list of what changed", () => {
  const line = (options: string, top = "/merged/tree") =>
    `36 35 0:33 / ${top} rw,relatime shared:1 - overlay overlay rw,${options}\n`;
  const plain = `lowerdir=/l1:/l2,upperdir=${tmpdir()},workdir=/w`;

  it("is found by the directory that it is mounted on", () => {
    expect(overlayAt("/merged/tree", line(plain))).toEqual({
      top: "/merged/tree",
      upper: tmpdir(),
      lower: ["/l1", "/l2"],
    });
    expect(overlayAt("/merged", line(plain))).toBeNull();
    expect(overlayAt("/merged/a b", line(plain, "/merged/a\\040b"))?.top).toBe("/merged/a b");
  });

  it.each([
    ["stands for other paths", `${plain},redirect_dir=on`],
    ["stands for metadata only", `${plain},metacopy=on`],
    ["cannot be reached", "lowerdir=/l,upperdir=/nowhere/at/all,workdir=/w"],
    ["is not there", "lowerdir=/l1:/l2"],
  ])("is not believed when it %s", (_, options) => {
    expect(overlayAt("/merged/tree", line(options))).toBeNull();
  });

  it("is not that of another mount put over it", () => {
    const over = "37 36 0:40 / /merged/tree rw - tmpfs tmpfs rw\n";
    expect(overlayAt("/merged/tree", line(plain) + over)).toBeNull();
  });
});
