import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { FoundProject, Result } from "../../src/domain/result.ts";
import type { TestRun } from "../../src/domain/test-run.ts";
import { finished, makeConfig, makeRequest, passed } from "../support/make.ts";
import { play, wellBehaved } from "../support/play.ts";

function project(path: string, change: Partial<FoundProject> = {}): FoundProject {
  const command = `test-${path.slice(0, -1)}`;
  const found = { command, framework: null, lookedAt: [`${path}package.json`] };
  return { path, cwd: path, missing: [], ...found, ...change };
}

interface Asked {
  readonly files: readonly string[];
  readonly tests?: string;
  readonly projects?: readonly FoundProject[];
  readonly testCommand?: string;
  readonly testLocations?: readonly string[];
  readonly baseline?: TestRun;
}

function run(asked: Asked) {
  const {
    files,
    projects = [project("api/"), project("web/")],
    tests,
    testCommand,
    baseline,
  } = asked;
  const body = `### Acceptance criteria
- [ ] \`add(1, 2)\` is \`3\`
- [ ] \`add(0, 0)\` is \`0\`

### Files
${files.map((file) => `- \`${file}\``).join("\n")}
${tests === undefined ? "" : `- tests: \`${tests}\``}
`;
  const config = makeConfig({ testCommand });
  const opened = {
    existing: [...files],
    testCommand: "found in the files",
    projects,
    testLocations: asked.testLocations ?? ["api/test/", "web/tests/"],
  };
  const world = (command: Command): Result | null => {
    if (command.kind === "open_workspace") return { ...wellBehaved(command), ...opened } as Result;
    if (baseline === undefined || command.kind !== "run_tests") return null;
    return { ...wellBehaved(command), run: baseline } as Result;
  };
  const { state, commands } = play(world, makeRequest({ body, config }));
  const lock = commands.find((command) => command.kind === "take_lock")?.lock;
  const stop = "conclusion" in state ? state.conclusion : null;
  return { lock, stop, commands };
}

const paths = (asked: Asked) => run(asked).lock?.projects?.map(({ path }) => path);

describe("the projects that a run has to run", () => {
  it("are those of the listed files, with their commands in the lock", () => {
    const { lock } = run({ files: ["api/src/add.js"] });

    expect(lock?.projects).toEqual([
      { path: "api/", cwd: "api/", command: "test-api", framework: null },
    ]);
    expect(lock?.testCommand).toBe("(cd api && test-api)");
    expect(lock?.testFiles).toEqual(["api/test/"]);
  });

  it("are several when the files lie in several", () => {
    expect(paths({ files: ["api/src/add.js", "web/add.py"] })).toEqual(["api/", "web/"]);
  });

  it("are those of the place for tests that the issue names, too", () => {
    const { lock } = run({ files: ["api/src/add.js"], tests: "web/tests/test_add.py" });

    expect(lock?.projects?.map(({ path }) => path)).toEqual(["api/", "web/"]);
    expect(lock?.testFiles).toEqual(["web/tests/test_add.py"]);
  });

  it("are all when a file lies in none and nothing tests the rest", () => {
    expect(paths({ files: ["shared/add.js"] })).toEqual(["api/", "web/"]);
  });

  it("are the whole repository's own command for a file in none where one is configured", () => {
    const { lock } = run({ files: ["shared/add.js"], testCommand: "make test" });

    expect(lock?.projects?.map(({ cwd, command }) => [cwd, command])).toEqual([["", "make test"]]);
    expect(lock?.testCommand).toBe("make test");
  });

  it("give a project without tests the two usual folders", () => {
    const { lock } = run({ files: ["api/src/add.js"], testLocations: ["web/tests/"] });

    expect(lock?.testFiles).toEqual(["api/test/", "api/tests/"]);
  });
});

describe("projects that do not fit the repository", () => {
  it.each([
    [
      "a directory that is not there, and the nearest",
      {
        files: ["web/add.py"],
        projects: [project("apii/", { missing: [{ dir: "apii/", near: "api/" }] })],
      },
      /names the directory `apii`, which origin\/main does not have\. Did you mean `api`\?/,
      "configuration",
    ],
    [
      "a touched project without a command",
      { files: ["api/add.js"], projects: [project("api/", { command: null })] },
      /No test command was found for the project `api`\. Looked at: api\/package\.json/,
      "configuration",
    ],
    [
      "a touched project that does not start on the base",
      {
        files: ["api/add.js", "web/add.py"],
        baseline: finished([passed("api/old")], {
          loadFailures: [
            { file: "web/", cause: { kind: "setup_error" }, message: "no such option" },
          ],
        }),
      },
      /The tests of `web` do not start on the untouched base: no such option/,
      "infrastructure",
    ],
  ] as const)("block the run on %s", (_name, asked, words, reason) => {
    expect(run(asked).stop).toMatchObject({
      kind: "blocked",
      reason,
      failed: expect.stringMatching(words) as string,
    });
  });

  it("let a project without any tests not start yet", () => {
    const baseline = finished([passed("api/old")], {
      loadFailures: [{ file: "web/", cause: { kind: "misconfigured" }, message: "no tests" }],
    });
    const asked = { files: ["api/add.js", "web/add.py"], testLocations: ["api/test/"], baseline };

    expect(run(asked).commands.some((command) => command.kind === "take_turn")).toBe(true);
  });
});
