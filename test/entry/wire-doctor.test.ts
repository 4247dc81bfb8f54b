import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMachine } from "../../src/entry/wire-doctor.ts";

let repo: string;
beforeAll(async () => {
  repo = await mkdtemp(join(tmpdir(), "tdd-loop-doctor-"));
  execFileSync("git", ["init", "--quiet", "--initial-branch", "trunk", repo]);
  await writeFile(
    join(repo, "package.json"),
    JSON.stringify({ scripts: { test: "node --test" }, devDependencies: {} }),
  );
});
afterAll(() => rm(repo, { recursive: true }));

describe("the doctor's view of this machine", () => {
  it("asks the repository's git", async () => {
    const machine = await openMachine(repo, process.env);

    expect(await machine.git(["symbolic-ref", "--short", "HEAD"])).toEqual({
      exitCode: 0,
      stdout: "trunk\n",
    });
  });

  it("tells a machine without git from a failing git", async () => {
    const machine = await openMachine(repo, { PATH: repo });

    expect(await machine.git(["--version"])).toEqual({ exitCode: null, stdout: "" });
  });

  it("reads files of the repository, and null where there is none", async () => {
    const machine = await openMachine(repo, process.env);

    expect(await machine.readText("package.json")).toContain("node --test");
    expect(await machine.readText("absent.json")).toBeNull();
  });

  it("finds the test command and an isolation", async () => {
    const machine = await openMachine(repo, process.env);

    expect(await machine.detectTests(["package.json"])).toMatchObject({ testCommand: "npm test" });
    expect(await machine.isolation("auto")).toMatchObject({ kind: "ready" });
  });

  it("refuses a path that is no directory", async () => {
    await expect(openMachine(join(repo, "absent"), process.env)).rejects.toThrow("no directory");
  });
});
