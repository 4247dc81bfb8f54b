import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Sample } from "../support/sample-repository.ts";
import { git, makeSample, runCli } from "../support/sample-repository.ts";

const samples: Sample[] = [];

afterEach(() => {
  for (const sample of samples.splice(0)) sample.remove();
});

/** A sample whose old test needs a package that only `setup` brings. */
function sampleWith(setup: string): Sample {
  const sample = makeSample();
  samples.push(sample);
  mkdirSync(join(sample.repo, ".github"), { recursive: true });
  writeFileSync(join(sample.repo, ".github/tdd-loop.yml"), `setup: ${JSON.stringify(setup)}\n`);
  writeFileSync(join(sample.repo, ".gitignore"), "node_modules\n");
  const needing =
    'import { test } from "node:test";\nimport "brought";\ntest("brought", () => undefined);\n';
  writeFileSync(join(sample.repo, "test/brought.test.js"), needing);
  git(sample.repo, "add", "-A");
  git(sample.repo, "-c", "user.name=M", "-c", "user.email=m@example.com", "commit", "-qm", "more");
  return sample;
}

const bringing =
  'mkdir -p node_modules/brought && echo \'{"main":"i.js"}\' > node_modules/brought/package.json && echo > node_modules/brought/i.js';

describe("setup: in the configuration", () => {
  it("brings what the tests need into every test run", async () => {
    const sample = sampleWith(bringing);
    const args = ["run", sample.spec, "--replay", sample.recording, "--json"];
    const { code, stdout, stderr } = await runCli(args, sample.repo);

    expect(code, stdout + stderr).toBe(0);
    expect(git(sample.repo, "status", "--porcelain")).toBe("");
  });

  it("says what the command said when it fails, and that a resume goes on from there", async () => {
    const sample = sampleWith("echo no such registry >&2; exit 7");
    const { code, stdout } = await runCli(
      ["run", sample.spec, "--replay", sample.recording],
      sample.repo,
    );

    expect(code).toBe(4);
    expect(stdout).toMatch(/setup: .*ended with 7[\s\S]*no such registry/);
    expect(stdout).toContain("tdd-loop resume");
  });
});
