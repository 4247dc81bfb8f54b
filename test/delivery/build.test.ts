import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const place = mkdtempSync(join(tmpdir(), "tdd-loop-build-"));
const [first, second] = [join(place, "first"), join(place, "second")];
const node = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: place, env: {}, encoding: "utf8" });

beforeAll(() => {
  for (const out of [first, second]) {
    execFileSync(process.execPath, [".github/scripts/build.mjs", out]);
  }
});
afterAll(() => rmSync(place, { recursive: true }));

function digests(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [
      file.slice(folder.length),
      createHash("sha256").update(readFileSync(file)).digest("hex"),
    ]),
  );
}

describe("the build", () => {
  it("gives the same bytes twice", () => {
    expect(Object.keys(digests(first)).length).toBeGreaterThan(3);
    expect(digests(second)).toEqual(digests(first));
  });

  it("keeps what every start has to load under 30 kB", () => {
    for (const file of readdirSync(first).filter((name) => name.endsWith(".js"))) {
      expect(readFileSync(join(first, file)).length, file).toBeLessThanOrEqual(30_000);
    }
  });

  it("runs where there is no repository and no node_modules", () => {
    const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));

    expect(node(join(first, "cli.js"), "--version")).toBe(`${version}\n`);
  });

  it("carries its texts along", () => {
    const repository = join(place, "repository");
    execFileSync("git", ["init", "-q", repository]);
    node(join(first, "cli.js"), "init", "--repo", repository);

    expect(readFileSync(join(repository, ".github/tdd-loop.yml"), "utf8")).toBe(
      readFileSync(".github/examples/tdd-loop.yml", "utf8"),
    );
  });

  it("carries its parsers along, and loads them only for what is read", () => {
    writeFileSync(join(place, "a.rs"), "pub fn f(a: i32) -> i32 { 1 }\n");

    expect(node(join(first, "cli.js"), "surface", "a.rs")).toContain(
      "1: pub fn f(a: i32) -> i32\n",
    );
    const grammars = readdirSync(join(first, "grammars")).filter((name) => name.endsWith(".wasm"));
    expect(grammars).toHaveLength(11);
    expect(readFileSync(join(first, "licenses.txt"), "utf8")).toContain("@vscode/tree-sitter-wasm");
  });

  it("says whose work is in it, and under which licences", () => {
    const text = readFileSync(join(first, "licenses.txt"), "utf8");

    expect(text).toMatch(/^commander \d+\.\d+\.\d+ \(MIT\)$/m);
    expect(text).not.toContain("(undefined)");
  });

  it("can be started by name", () => {
    expect(readFileSync(join(first, "cli.js"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(() => accessSync(join(first, "cli.js"), constants.X_OK)).not.toThrow();
  });
});
