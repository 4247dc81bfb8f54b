import { describe, expect, it } from "vitest";
import { mergeTestRuns } from "../../src/domain/merge-test-runs.ts";
import type { TestProject } from "../../src/domain/projects.ts";
import { commandLine, knownProjects, projectOf } from "../../src/domain/projects.ts";
import type { TestRun } from "../../src/domain/test-run.ts";
import { failed, finished, makeConfig, passed } from "../support/make.ts";

const api: TestProject = { path: "api/", cwd: "api/", command: "npm test", framework: null };
const web: TestProject = { path: "web/", cwd: "web/app/", command: "pytest", framework: "pytest" };
const top: TestProject = { path: "", cwd: "", command: "make test", framework: null };
const notStarted: TestRun = {
  kind: "did_not_start",
  framework: "pytest",
  cause: { kind: "runner_missing" },
  why: "pytest: not found",
  output: "pytest: not found",
  durationMs: 1,
};

describe("projects by path", () => {
  const projects = knownProjects(
    makeConfig({
      projects: { "./packages/": null, "packages/api": { cwd: "packages" }, ".": { command: "t" } },
    }).projects,
  );

  it("are written in one spelling, the top of the repository as the empty one", () => {
    expect(projects.map(({ path, cwd }) => [path, cwd])).toEqual([
      ["", ""],
      ["packages/", "packages/"],
      ["packages/api/", "packages/"],
    ]);
  });

  it.each([
    ["packages/api/src/a.ts", "packages/api/"],
    ["packages/apis/a.ts", "packages/"],
    ["README.md", ""],
  ])("own %s by the longest path", (file, path) => {
    expect(projectOf(file, projects)?.path).toBe(path);
  });

  it("own nothing that lies beside all of them", () => {
    expect(projectOf("docs/a.md", projects.slice(1))).toBeNull();
  });

  it("are one line for a shell, directories quoted where they must be", () => {
    const odd = { ...api, cwd: "it's mine/" };

    expect(commandLine([top])).toBe("make test");
    expect(commandLine([top, api])).toBe("(make test); (cd api && npm test)");
    expect(commandLine([odd])).toBe("(cd './it'\\''s mine' && npm test)");
  });
});

describe("the runs of several projects as one", () => {
  it("keep apart what has one name in both, and name files from the top", () => {
    const run = mergeTestRuns([
      { project: api, run: finished([passed("adds"), failed("old")], { exitCode: 1 }) },
      { project: web, run: finished([passed("adds")], { framework: "pytest" }) },
    ]);

    expect(run).toMatchObject({
      kind: "finished",
      exitCode: 1,
      exits: { api: 1, web: 0 },
      counts: { passed: 2, failed: 1, skipped: 0 },
      cases: [
        { id: "api/adds", file: "api/test/add.test.js" },
        { id: "api/old", file: "api/test/add.test.js" },
        { id: "web/adds", file: "web/app/test/add.test.js" },
      ],
    });
  });

  it("rest on the weakest source, and are cut when one of them is", () => {
    const run = mergeTestRuns([
      { project: api, run: finished([passed("a")], { source: "report" }) },
      { project: web, run: finished([passed("b")], { source: "exit_code", cut: true }) },
    ]);

    expect(run).toMatchObject({ source: "exit_code", cut: true });
  });

  it("name a project that did not start beside one that ran as what did not load", () => {
    const run = mergeTestRuns([
      { project: api, run: finished([passed("a")]) },
      { project: web, run: notStarted },
    ]);

    expect(run).toMatchObject({
      kind: "finished",
      exitCode: null,
      loadFailures: [{ file: "web/app/", cause: { kind: "runner_missing" } }],
    });
  });

  it.each([
    ["crashed", { kind: "crashed", framework: "x", why: "killed", output: "", durationMs: 1 }],
    ["timed_out", { kind: "timed_out", framework: "x", afterMs: 9, output: "" }],
  ] as const)("are %s when one of them is", (kind, broken) => {
    const parts = [
      { project: api, run: finished([passed("a")]) },
      { project: web, run: broken },
    ];

    expect(mergeTestRuns(parts).kind).toBe(kind);
  });

  it("have not started when none has", () => {
    expect(mergeTestRuns([{ project: web, run: notStarted }])).toMatchObject({
      kind: "did_not_start",
      why: "In web: pytest: not found",
    });
  });

  it("are the run itself where the only project is the whole repository", () => {
    const run = finished([passed("a")]);

    expect(mergeTestRuns([{ project: top, run }])).toBe(run);
  });
});
