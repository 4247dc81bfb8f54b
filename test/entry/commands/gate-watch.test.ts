import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { watchGate } from "../../../src/entry/commands/gate-watch.ts";
import { git, repositoryEnv } from "../../support/random-repository.ts";

function branch(): { dir: string; allowlist: string } {
  const room = mkdtempSync(join(tmpdir(), "gate-watch-"));
  onTestFinished(() => rmSync(room, { recursive: true, force: true }));
  const dir = join(room, "top");
  mkdirSync(dir);
  git(dir, "init", "-q", "-b", "main", "--template=");
  writeFileSync(join(dir, "a.ts"), "a\n");
  git(dir, "add", "-A");
  git(dir, "commit", "-qm", "base");
  git(dir, "checkout", "-qb", "tdd/slug");
  const allowlist = join(room, "allow");
  writeFileSync(allowlist, "a.ts\n");
  return { dir, allowlist };
}

/** Watches, and makes the next change as soon as the one before was told. */
async function tell(json: boolean, ...changes: ((dir: string) => void)[]) {
  const { dir, allowlist } = branch();
  const controller = new AbortController();
  const said: string[] = [];
  const print = (line: string) => {
    said.push(line);
    const change = changes.shift();
    if (change === undefined) controller.abort();
    else change(dir);
  };
  const asked = { env: repositoryEnv, cwd: dir, allowlist, base: "main", json };
  const exitCode = await watchGate(asked, { print, signal: controller.signal });
  return { said, exitCode };
}

const stray = (dir: string) => writeFileSync(join(dir, "b\n.ts"), "");

it("says the verdict once, and again when it is another", async () => {
  const { said, exitCode } = await tell(false, stray, (dir) => rmSync(join(dir, "b\n.ts")));
  expect(said).toEqual(["clean", 'outside the list: "b\\n.ts"', "clean"]);
  expect(exitCode).toBe(0);
});

it("ends with the code of the last verdict, and prints one JSON object a line", async () => {
  const { said, exitCode } = await tell(true, stray);
  expect(said.map((line) => JSON.parse(line).verdict)).toEqual(["pass", "fail"]);
  expect(exitCode).toBe(1);
});

it("goes on when it cannot judge for a while", async () => {
  const { said, exitCode } = await tell(
    false,
    (dir) => rmSync(join(dir, "../allow")),
    (dir) => writeFileSync(join(dir, "../allow"), "a.ts\n"),
  );
  expect(said[1]).toMatch(/^cannot judge: no allowlist can be read/);
  expect([said[0], said[2], exitCode]).toEqual(["clean", "clean", 0]);
});
