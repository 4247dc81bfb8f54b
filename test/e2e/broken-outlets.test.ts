import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryEnv } from "../support/random-repository.ts";
import { tddRepository } from "../support/tdd-repository.ts";

const cli = resolve("dist/cli.js");
let room = "";

beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), "broken-outlets-"));
  writeFileSync(join(room, "allow"), "src/slug.js\n");
  execFileSync("mkfifo", [join(room, "pipe")]);
});

afterAll(() => rmSync(room, { recursive: true, force: true }));

/** Through a shell, as only a shell can send an answer where nothing is written. */
function gate(cwd: string, rest: string) {
  const args = ["-c", `exec node "$0" gate ${rest}`, cli];
  const limits = { timeout: 20_000, killSignal: "SIGKILL" } as const;
  const { status, stdout, stderr } = spawnSync("sh", args, {
    ...{ cwd, encoding: "utf8", env: repositoryEnv },
    ...limits,
  });
  return { status, stdout, lines: stderr.trim().split("\n") };
}

describe("tdd-loop gate", () => {
  it.runIf(existsSync("/dev/full")).each(["", "--json"])(
    "is no verdict when its answer cannot be written (%s)",
    (option) => {
      using repo = tddRepository();
      repo.write("docs/a", "");
      const { status, lines } = gate(repo.dir, `${join(room, "allow")} main ${option} >/dev/full`);

      expect({ status, lines }).toEqual({
        status: 2,
        lines: [expect.stringMatching(/could not be written to standard output \(ENOSPC\)/)],
      });
    },
  );

  it("says in one line that its directory is gone", () => {
    const gone = join(room, "gone");
    mkdirSync(gone);
    const script = `cd "${gone}" && rmdir "${gone}" && exec node "${cli}" gate allow main`;
    const { status, stderr } = spawnSync("sh", ["-c", script], {
      ...{ encoding: "utf8", env: repositoryEnv },
    });

    expect(status).toBe(2);
    expect(stderr.trim()).toMatch(/^tdd-loop: the current directory does not exist.*ask again\.$/);
  });

  it.each(["pipe", ".", "/dev/zero"])("reads no list and no lock from %s", (name) => {
    using repo = tddRepository();
    const path = resolve(room, name);
    for (const asked of [`${path} main`, `--lock ${path}`]) {
      const { status, lines } = gate(repo.dir, asked);

      expect({ status, lines }).toEqual({
        status: 2,
        lines: [expect.stringMatching(/cannot judge: .*is (?:no ordinary file|a directory)/)],
      });
    }
  });
});

describe("tdd-loop judge-red --batch", () => {
  it("answers a line that is too long with an error of its own, and goes on", () => {
    const record = (id: string) => JSON.stringify({ id, framework: "pytest", exitCode: 1 });
    const script = `{ echo '${record("a")}'; head -c 70000000 /dev/zero | tr '\\0' x; echo; echo '${record("b")}'; } | node "${cli}" judge-red --batch`;
    const { status, stdout } = spawnSync("sh", ["-c", script], {
      ...{ encoding: "utf8", env: repositoryEnv },
    });
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

    expect(status).toBe(2);
    expect(answers.map(({ id }) => id)).toEqual(["a", "", "b"]);
    expect(answers[1]).toMatchObject({
      line: 2,
      error: expect.stringMatching(/^longer than 64 MB: /),
    });
  });
});
