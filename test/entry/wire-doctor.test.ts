import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMachine } from "../../src/entry/wire-doctor.ts";
import { repoName, startTestForge } from "../forge/test-forge.ts";

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

  it("does not wait for a pipe that nobody writes to", async () => {
    const machine = await openMachine(repo, process.env);
    execFileSync("mkfifo", [join(repo, "pipe")]);

    await expect(machine.readText("pipe")).rejects.toThrow("pipe is no ordinary file.");
  });

  it("finds the test command and an isolation", async () => {
    const machine = await openMachine(repo, process.env);

    expect(await machine.detectTests(["package.json"], null)).toMatchObject({
      testCommand: "npm test",
    });
    expect(await machine.isolation("auto")).toMatchObject({ kind: "ready" });
  });

  it("W30: asks GitHub what a merge waits for, and only the server that the token is for", async () => {
    const { forge, close } = await startTestForge();
    const checks = [{ context: "file-gate", appId: 7 }];
    forge.admin.protectBranch(repoName, "main", { requiredChecks: checks });
    const server = new URL(forge.apiUrl).origin;
    execFileSync("git", ["-C", repo, "remote", "add", "origin", `${server}/${repoName}.git`]);
    const env = {
      ...{ PATH: process.env["PATH"], GITHUB_TOKEN: forge.admin.createToken("ada") },
      ...{ GITHUB_API_URL: forge.apiUrl, GITHUB_SERVER_URL: server },
    };

    const known = await (await openMachine(repo, env)).requiredChecks();
    const elsewhere = { ...env, GITHUB_SERVER_URL: "https://github.example" };
    const foreign = await (await openMachine(repo, elsewhere)).requiredChecks();
    await close();

    expect(known).toMatchObject({ kind: "known", checks: expect.arrayContaining(checks) });
    expect(foreign).toEqual({ kind: "not_asked" });
  });

  it("refuses a path that is no directory", async () => {
    await expect(openMachine(join(repo, "absent"), process.env)).rejects.toThrow("no directory");
  });
});
