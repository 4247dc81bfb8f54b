import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { exec } from "../adapters/exec.ts";
import { developerGit } from "../adapters/git/git.ts";
import { createGitHubClient, statusOf } from "../adapters/github/github-client.ts";
import { readRequiredChecks } from "../adapters/github/required-checks.ts";
import { chooseSandbox } from "../adapters/sandbox/choose-sandbox.ts";
import { detectFramework } from "../adapters/tests/detect-framework.ts";
import type { Config } from "../domain/config.ts";
import { findProjects } from "../run/find-projects.ts";
import type { Isolation, Machine, RequiredChecks } from "./doctor/machine.ts";
import { existingDirectory } from "./existing-directory.ts";
import { refuseEndless } from "./named-file.ts";

type Env = Machine["env"];

/**
 * This machine, as the doctor sees it.
 * @throws ConfigError when `repo` is no directory
 */
export async function openMachine(repo: string, env: Env): Promise<Machine> {
  await existingDirectory(repo);
  const readText = (path: string): Promise<string | null> => textOf(resolve(repo, path));
  return {
    repo,
    nodeVersion: process.versions.node,
    env,
    git: (args) => askGit(repo, env, args),
    readText,
    detectTests: (files, named) => detectFramework(files, readText, named),
    findProjects: (projects, files) =>
      findProjects(projects, files, readText, { detect: detectFramework }),
    access: () => accessTo(repo, env),
    requiredChecks: () => askGitHub(repo, env),
    isolation: (kind) => isolationOf(kind, env),
  };
}

async function askGit(
  repo: string,
  env: Env,
  args: readonly string[],
): Promise<{ exitCode: number | null; stdout: string }> {
  try {
    const { exitCode, stdout } = await developerGit(env, repo)(args);
    return { exitCode, stdout: stdout.toString("utf8") };
  } catch (error) {
    if (isMissing(error)) return { exitCode: null, stdout: "" };
    throw error;
  }
}

/** As the person's own git sees it, whose configuration counts here. */
async function accessTo(repo: string, env: Env): ReturnType<Machine["access"]> {
  const dirs = (
    await askGit(repo, env, ["rev-parse", "--show-toplevel", "--absolute-git-dir"])
  ).stdout
    .split("\n")
    .filter((line) => line !== "");
  const writable = await Promise.all(
    dirs.map((dir) =>
      access(dir, constants.W_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  const asked = exec("git", ["rev-parse", "--git-dir"], { cwd: repo, env });
  const own = await asked.catch(() => null);
  const isDubious = own !== null && /dubious ownership/.test(own.stderr);
  return { isWritable: writable.every(Boolean), isTrusted: !isDubious };
}

/** The token goes to the API it is for, and nowhere that a remote's address names. */
async function askGitHub(repo: string, env: Env): Promise<RequiredChecks> {
  const token = env["GITHUB_TOKEN"] || env["GH_TOKEN"] || "";
  const origin = (await askGit(repo, env, ["remote", "get-url", "origin"])).stdout.trim();
  const server = new URL(env["GITHUB_SERVER_URL"] || "https://github.com").host;
  const at = /^(?:\w+:\/\/)?(?:[^@/]+@)?([^/]+?)[:/]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(
    origin,
  );
  const [, host, owner, name] = at ?? [];
  if (token === "" || host !== server || owner === undefined || name === undefined) {
    return { kind: "not_asked" };
  }
  const baseUrl = env["GITHUB_API_URL"] || "https://api.github.com";
  const client = createGitHubClient({ baseUrl, token, sleep: async () => undefined });
  try {
    return { kind: "known", checks: await readRequiredChecks(client, { owner, repo: name }) };
  } catch (error) {
    const status = statusOf(error);
    if (status === null) throw error;
    return { kind: "failed", ...whyUnread(status, hasAnswer(error), baseUrl) };
  }
}

/** Octokit gives a request that got no answer the status 500. */
function hasAnswer(error: unknown): boolean {
  return (error as { response?: unknown }).response !== undefined;
}

function whyUnread(status: number, isAnswered: boolean, baseUrl: string) {
  if (!isAnswered)
    return {
      why: `GitHub could not be reached at ${baseUrl}`,
      fix: "Check the network, a proxy and GITHUB_API_URL, then ask again.",
    };
  if (status === 401)
    return {
      why: "GitHub did not accept the token",
      fix: "GITHUB_TOKEN is wrong, expired or revoked: set another one.",
    };
  return {
    why: `GitHub answered ${status} when asked for the branch rules`,
    fix: "Let the token read the repository, or look at the branch rules yourself.",
  };
}

async function textOf(path: string): Promise<string | null> {
  await refuseEndless(path, "Put an ordinary file there.");
  return readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function isolationOf(kind: Config["sandbox"], env: Env): Promise<Isolation> {
  const chosen = await chooseSandbox(kind, {
    path: env["PATH"] ?? "/usr/bin:/bin",
    home: env["HOME"] ?? null,
    readable: [],
    hidden: [],
  });
  if (chosen.kind === "unavailable") return chosen;
  const { name } = chosen.sandbox;
  return { kind: "ready", name, strong: !name.startsWith("process") };
}
