import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { RunSummary } from "../../src/report/run-summary.ts";
import { fetchRelease } from "../support/npm-package.ts";
import { git, replaySpec, sampleRepository } from "./sample-repository.ts";

const isNightly = process.env["TDD_LOOP_NIGHTLY"] === "1";

/**
 * Turns of a model on a published package, played again: three steps one after the other. Each check
 * passes with the code and fails without it, seen by the loop.
 */
it("works an ordered spec on a published package, one commit a step", async () => {
  const repo = sampleRepository("js-ms");

  const { exitCode, summary } = await replaySpec(repo, "js-ms.loop.json", "steps-ms");

  expect(exitCode).toBe(0);
  expectDone(summary, ["months", "compound", "long-weeks"]);
  expect(changed(repo, summary)).toEqual([
    "index.js",
    "readme.md",
    "test/compound.test.js",
    "test/long.test.js",
    "test/months.test.js",
  ]);
  expect(git(repo, "log", "-1", "--format=%s", summary.branch ?? "")).toBe(
    "tdd-loop(ms-more-units): step long-weeks passed",
  );
}, 60_000);

const semver = {
  ...{ name: "semver", version: "7.6.3", dependencies: {} },
  integrity:
    "sha512-oVekP1cKtI+CTDvHWYFUcMtsK/00wmAEfyqKfNdARm8u1wNVhSgaX7A8d4UuIlUI5e84iEwOhs7ZPYRmzU9U6A==",
};

it.runIf(isNightly)(
  "works two steps side by side and then what depends on them",
  async () => {
    const release = fetchRelease(semver);
    if (release.kind === "unreachable") {
      process.stdout.write("The package registry cannot be reached: nothing was replayed.\n");
      return;
    }
    const repo = repositoryOf(release.files);

    const { exitCode, summary } = await replaySpec(repo, "semver.loop.json", "steps-semver");

    expect(exitCode).toBe(0);
    expectDone(summary, ["strip", "same-line", "exports"]);
    expect(changed(repo, summary)).toEqual([
      "README.md",
      "functions/same-line.js",
      "functions/strip.js",
      "index.js",
      "test/exports.test.js",
      "test/same-line.test.js",
      "test/strip.test.js",
    ]);
  },
  120_000,
);

function expectDone(summary: RunSummary, ids: readonly string[]): void {
  expect(summary.conclusion).toEqual({ kind: "success" });
  expect(summary.steps?.steps).toMatchObject([
    ...ids.map((id) => ({ id, state: "done", attempts: 1, red: "seen" })),
    { id: "(final)", state: "done" },
  ]);
}

function changed(repo: string, { branch }: RunSummary): readonly string[] {
  return git(repo, "diff", "--name-only", `main..${branch}`).split("\n");
}

function repositoryOf(files: Readonly<Record<string, string>>): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "tdd-sample-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  git(dir, "init", "-q", "-b", "main");
  git(dir, "add", "-A");
  git(dir, "commit", "-q", "-m", "release");
  return dir;
}
