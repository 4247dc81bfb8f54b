import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryEnv } from "../support/random-repository.ts";
import { GREEN, tddRepository } from "../support/tdd-repository.ts";

let cli = "";
let room = "";
const BUNDLE = `import { bundleCli } from "./.github/scripts/bundle-cli.mjs";
const from = (name) => "src/entry/commands/" + name + ".ts";
console.log(await bundleCli({ registerGate: from("gate"), registerLock: from("lock") }));`;
beforeAll(() => {
  const args = ["--input-type=module", "--eval", BUNDLE];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  cli = stdout.trim();
  if (cli === "") throw new Error(stderr);
  room = mkdtempSync(join(tmpdir(), "gate-command-"));
  writeFileSync(join(room, "allow"), "src/slug.js\ntest/slug.test.js (new)\n");
});
afterAll(() => {
  rmSync(dirname(cli), { recursive: true, force: true });
  rmSync(room, { recursive: true, force: true });
});

function tddLoop(cwd: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [cli, ...args], { cwd, env: repositoryEnv, encoding: "utf8" });
}

describe("tdd-loop gate", () => {
  it("ends with 0 and says nothing when every change is listed", () => {
    using repo = tddRepository();
    const { status, stdout, stderr } = tddLoop(repo.dir, "gate", join(room, "allow"), "main");
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it("ends with 1 and prints what is outside the list, one path a line or ended by NUL", () => {
    using repo = tddRepository();
    repo.write("docs/über x", "");
    repo.write("docs/a", "");
    const list = join(room, "allow");
    expect(tddLoop(repo.dir, "gate", list, "main")).toMatchObject({
      ...{ status: 1, stdout: "docs/a\ndocs/über x\n" },
    });
    expect(tddLoop(join(repo.dir, "docs"), "gate", "-z", list, "main").stdout).toBe(
      "docs/a\0docs/über x\0",
    );
    const told = JSON.parse(tddLoop(repo.dir, "gate", "--json", list, "main").stdout);
    expect(told).toMatchObject({ verdict: "fail", paths: ["docs/a", "docs/über x"] });
    expect(told.reasons[0]).toMatchObject({ code: "OUTSIDE_ALLOWLIST", path: "docs/a" });
  });

  it("prints a path that a runner would obey in quotes, where a runner reads", () => {
    using repo = tddRepository();
    repo.write("::error::x", "");
    const args = [cli, "gate", join(room, "allow"), "main"];
    const asked = { cwd: repo.dir, encoding: "utf8" } as const;
    const env = { ...repositoryEnv, GITHUB_ACTIONS: "true" };
    const read = spawnSync(process.execPath, args, { ...asked, env });
    const listed = spawnSync(process.execPath, [...args, "--null"], { ...asked, env });
    expect([read.stdout, listed.stdout]).toEqual(['"::error::x"\n', "::error::x\0"]);
  });

  it("ends with 2 and says why and what to do when the scope cannot be trusted", () => {
    using repo = tddRepository();
    const { status, stdout, stderr } = tddLoop(repo.dir, "gate", join(room, "allow"), "HEAD");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/is the current branch itself.*Name the branch/);
    expect(tddLoop(repo.dir, "gate").status).toBe(2);
  });
});

describe("tdd-loop lock and gate --lock", () => {
  it("hold a repository to what was locked", { timeout: 120_000 }, () => {
    using repo = tddRepository();
    const lock = join(room, "lock.json");
    const refs = ["--base", repo.base, "--red", repo.red, "--allow", "src/slug.js"];
    const command = ["--test-command", '["node","--test"]', "--out", lock];
    expect(tddLoop(repo.dir, "lock", ...refs, ...command)).toMatchObject({ status: 0, stderr: "" });
    const gate = ["gate", "--lock", lock, "--json"];
    repo.write("src/slug.js", GREEN);
    repo.commit("green");
    expect(tddLoop(repo.dir, ...gate, "--run")).toMatchObject({
      ...{ status: 0, stdout: '{"verdict":"pass","reasons":[],"paths":[],"fix":""}\n' },
    });
    repo.write("src/slug.js", "process.exit(0);\n");
    repo.commit("cheat");
    const cheat = tddLoop(repo.dir, ...gate, "--run");
    expect(cheat.status).toBe(1);
    expect(JSON.parse(cheat.stdout).reasons[0].code).toBe("COUNT");
  });

  it("run each package of a monorepo by its own command", { timeout: 120_000 }, () => {
    using repo = tddRepository();
    const lock = join(room, "packages.json");
    const test = (name: string) =>
      `require("node:test")("${name}", () => { if (!require("../index.js").${name}) throw new Error("no ${name}"); });\n`;
    repo.git("checkout", "-q", "-b", "tdd/packages", repo.base);
    for (const name of ["a", "b"]) {
      repo.write(`packages/${name}/index.js`, "exports.old = true;\n");
      repo.write(`packages/${name}/test/old.test.js`, test("old"));
    }
    repo.commit("packages");
    const base = repo.git("rev-parse", "HEAD");
    repo.write("packages/a/test/fresh.test.js", test("fresh"));
    repo.commit("red");
    const refs = ["--base", base, "--red", "HEAD", "--allow", "packages/a/index.js"];
    const named = (name: string) => ["--project", `packages/${name}=["node","--test"]`];
    const twice = [...named("a"), "--project", "./packages/a/=node --test"];
    expect(tddLoop(repo.dir, "lock", ...refs, ...twice).stderr).toContain("named already");

    const projects = [...named("a"), ...named("b")];
    expect(tddLoop(repo.dir, "lock", ...refs, ...projects, "--out", lock).stderr).toBe("");
    repo.write("packages/a/index.js", "exports.old = exports.fresh = true;\n");
    repo.commit("green");

    const gate = tddLoop(repo.dir, "gate", "--lock", lock, "--json", "--run");
    expect(JSON.parse(gate.stdout)).toMatchObject({ verdict: "pass" });
  });

  it("name all options that are missing at once, and a lock that is not there", () => {
    const bare = tddLoop(room, "lock", "--red", "abc");
    expect(bare.status).toBe(2);
    expect(bare.stderr).toContain(
      "give --base SHA, --allow PATH…, --test-command COMMAND (or --project PATH=COMMAND).",
    );
    const absent = tddLoop(room, "gate", "--lock", "nosuch");
    expect(absent.status).toBe(2);
    expect(absent.stderr).toMatch(/cannot judge: nosuch is not there\. Give the path of a record/);
  });

  it("refuse a command for a shell, and a lock that cannot be read", () => {
    using repo = tddRepository();
    const refs = ["--base", repo.base, "--red", repo.red, "--allow", "src/slug.js"];
    expect(tddLoop(repo.dir, "lock", ...refs, "--test-command", "npm test || true").status).toBe(1);
    writeFileSync(join(room, "broken.json"), "{");
    const broken = tddLoop(repo.dir, "gate", "--lock", join(room, "broken.json"), "--json");
    expect(broken.status).toBe(2);
    expect(JSON.parse(broken.stdout)).toMatchObject({ verdict: "cannot_judge" });
  });
});

it("fails closed when the repository or git itself is not there", () => {
  const list = join(room, "allow");
  expect(tddLoop(room, "gate", list, "main", "--repo", "/nonexistent").status).toBe(2);
  const env = { ...repositoryEnv, PATH: "/nonexistent" };
  const args = [cli, "gate", list, "main", "--json"];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: room,
    env,
    encoding: "utf8",
  });
  expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 2, verdict: "cannot_judge" });
});
