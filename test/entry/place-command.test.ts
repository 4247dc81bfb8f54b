import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isInstalled, placeCommand } from "../../src/entry/place-command.ts";

function places(files: readonly string[]) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "place-command-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(join(dir, file, ".."), { recursive: true });
    writeFileSync(join(dir, file), "");
    chmodSync(join(dir, file), 0o755);
  }
  const closed = [join(dir, "repo"), join(dir, "home"), join(dir, "repo/.tdd-loop")];
  return { dir, options: { bases: [join(dir, "repo")], path: join(dir, "bin"), closed } };
}

it.each<[string, string[], string[], string[]]>([
  ["a relative program", ["./a.sh", "x"], ["DIR/repo/a.sh", "x"], ["DIR/repo/a.sh"]],
  [
    "an interpreter's script, with what lies beside it",
    ["node", "--no-warnings", "tools/a.mjs", "tools/a.mjs"],
    ["node", "--no-warnings", "DIR/repo/tools/a.mjs", "tools/a.mjs"],
    ["DIR/repo/tools"],
  ],
  ["a program on PATH", ["cli", "tools/a.mjs", "."], ["cli", "tools/a.mjs", "."], ["DIR/bin"]],
  ["a program that is not there", ["./none", "x"], ["./none", "x"], []],
  [
    "a file of a home, and nothing else of it",
    ["DIR/home/a.sh"],
    ["DIR/home/a.sh"],
    ["DIR/home/a.sh"],
  ],
  ["no directory that holds the loop's own", ["cli", "DIR/repo"], ["cli", "DIR/repo"], ["DIR/bin"]],
])("takes %s from the repository, not from the agent's copy", (_what, words, argv, readable) => {
  const files = ["repo/a.sh", "repo/tools/a.mjs", "bin/cli", "home/a.sh"];
  const { dir, options } = places(files);
  const here = (list: readonly string[]) => list.map((word) => word.replace("DIR", dir));

  expect(placeCommand(here(words), options)).toEqual({
    argv: here(argv),
    readable: here(readable),
  });
});

it.each([
  ["a program of PATH", "cli", true],
  ["a file of the repository", "./a.sh", true],
  ["a file by its full path", "DIR/home/a.sh", true],
  ["a name that no directory of PATH holds", "nosuch", false],
  ["a directory", "./tools", false],
  ["nothing at all", "", false],
])("knows %s before anything runs", (_what, program, isThere) => {
  const { dir, options } = places(["repo/a.sh", "repo/tools/a.mjs", "bin/cli", "home/a.sh"]);

  expect(isInstalled(program.replace("DIR", dir), options)).toBe(isThere);
});
