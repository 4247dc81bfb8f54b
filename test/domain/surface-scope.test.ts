import { describe, expect, it } from "vitest";
import { docScope } from "../../src/domain/doc-scope.ts";
import { surfaceScope } from "../../src/domain/surface-scope.ts";

const all = { language: null, testFiles: [] };

describe("the files of a public surface", () => {
  it.each([
    [
      "tests by our own rule, and no more",
      ["src/a.ts", "src/a.test.ts", "tests/b.ts", "contest/c.ts"],
      ["contest/c.ts", "src/a.ts"],
    ],
    [
      "dependencies and caches",
      ["a.py", "venv/x.py", "node_modules/m/i.js", "vendor/v.go", ".tox/t.py", "__pycache__/p.py"],
      ["a.py"],
    ],
    ["build output beside a source", ["src/a.ts", "dist/a.js", "dist/a.d.ts"], ["src/a.ts"]],
    [
      "declarations and scripts whose source is there",
      ["src/a.ts", "src/a.d.ts", "src/a.js", "lib/a.d.ts", "src/only.d.ts"],
      ["src/a.ts", "src/only.d.ts"],
    ],
    ["stubs whose module is there", ["a.py", "a.pyi", "fast.pyi"], ["a.py", "fast.pyi"]],
    ["what is minified or no source", ["a.js", "a.min.js", "b.json", "README.md"], ["a.js"]],
  ])("leave out %s", (_what, files, expected) => {
    expect(surfaceScope(files, all).paths).toEqual(expected);
  });

  it("are those of the build when a package holds nothing else", () => {
    const files = ["index.js", "bin/cli.js", "dist/index.js", "dist/index.d.ts"];

    expect(surfaceScope(files, all).paths).toEqual([
      "bin/cli.js",
      "dist/index.d.ts",
      "dist/index.js",
      "index.js",
    ]);
  });

  it("are counted by reason when they are left out, unknown languages by name", () => {
    const { leftOut } = surfaceScope(["a.go", "b.zig", "c.zig", "d.kt", "a_test.go", "e.py"], {
      language: "Go",
      testFiles: ["d.kt"],
    });

    expect(leftOut).toEqual({ tests: 2, "unknown language: .zig": 2, "other language: Python": 1 });
  });
});

describe("the documents of a repository", () => {
  it("come with what explains most first, to a depth of 3, and docs/ to 2", () => {
    const files = [
      "docs/b.md",
      "CHANGELOG.md",
      "a/b/c/README.md",
      "a/b/README.rst",
      "readme",
      "docs/x/c.txt",
      "docs/x/y/d.md",
      "Architecture.md",
      "node_modules/m/README.md",
      "api.ts",
      "design.png",
      "dist/README.md",
      "test/fixtures/README.md",
    ];

    expect(docScope(files).documents).toEqual([
      "readme",
      "a/b/README.rst",
      "Architecture.md",
      "docs/b.md",
      "docs/x/c.txt",
      "CHANGELOG.md",
    ]);
  });

  it("are joined by API descriptions to a depth of 4, in a folder named spec too", () => {
    const files = [
      "spec/openapi.yaml",
      "a/b/c/x.proto",
      "a/b/c/d/y.proto",
      "Swagger.json",
      "v1.openapi.yml",
      "schema.graphql",
      "q.graphqls",
      "openapi.ts",
      "other.graphql",
      "api-spec.json",
      "vendor/z.proto",
    ];

    expect(docScope(files).descriptions).toEqual([
      "Swagger.json",
      "api-spec.json",
      "q.graphqls",
      "schema.graphql",
      "v1.openapi.yml",
      "spec/openapi.yaml",
      "a/b/c/x.proto",
    ]);
  });
});
