import { describe, expect, it } from "vitest";
import { isProtectedPath } from "../../src/domain/protected-paths.ts";
import { isTestPath } from "../../src/domain/test-surface.ts";

describe("isProtectedPath", () => {
  it.each([
    ".github/workflows/ci.yml",
    ".travis.yml",
    "azure-pipelines.yml",
    "Jenkinsfile",
    ".pre-commit-config.yaml",
    "lefthook.yml",
    ".lintstagedrc.json",
    ".mise.toml",
    "evil.dist-info/entry_points.txt",
    "gulpfile.js",
    "postcss.config.cjs",
    "src/setupTests.ts",
    ".bazelrc",
    ".GitHub/CODEOWNERS",
    "docs/CODEOWNERS",
    ".gitattributes",
    "src/.gitignore",
    ".gitmodules",
    ".husky/pre-commit",
    ".cargo/config.toml",
    ".mvn/jvm.config",
    ".tdd.yml",
    "package.json",
    "packages/a/package.json",
    "package-lock.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lockb",
    ".npmrc",
    ".yarnrc.yml",
    ".pnpmfile.cjs",
    "jest.config.js",
    "vitest.workspace.ts",
    "vite.config.mts",
    ".mocharc.yml",
    "babel.config.json",
    ".babelrc",
    "tsconfig.build.json",
    "pytest.ini",
    "tox.ini",
    "setup.cfg",
    "setup.py",
    "pyproject.toml",
    "conftest.py",
    "pkg/sitecustomize.py",
    "evil.pth",
    "Cargo.toml",
    "Cargo.lock",
    "build.rs",
    "go.mod",
    "go.sum",
    "go.work",
    "Makefile",
    "GNUmakefile",
    "pom.xml",
    "build.gradle.kts",
    "gradle.properties",
    ".rspec",
    ".env",
    ".env.test",
    "AGENTS.md",
    "CLAUDE.md",
    ".claude/settings.json",
    ".cursorrules",
    ".mcp.json",
    ".gemini/x",
    "test/__snapshots__/a.snap",
  ])("protects %s", (path) => {
    expect(isProtectedPath(path)).toBe(true);
  });

  it.each([
    "src/slug.js",
    "src/config.ts",
    "src/package.ts",
    "docs/agents/overview.md",
    "README.md",
    "src/makefile-parser.ts",
    "src/githubber.ts",
    "lib/env.js",
    "test/slug.test.js",
  ])("leaves %s alone", (path) => {
    expect(isProtectedPath(path)).toBe(false);
  });
});

describe("isTestPath", () => {
  it.each([
    "test/a.js",
    "packages/x/tests/deep/y.py",
    "src/__tests__/a.ts",
    "spec/models/a.rb",
    "src/__mocks__/fs.ts",
    "fixtures/a.json",
    "src/a.test.ts",
    "src/a.spec.d.ts",
    "test_a.py",
    "pkg/a_test.go",
    "conftest.py",
    "src/FooTest.java",
  ])("counts %s", (path) => {
    expect(isTestPath(path, [])).toBe(true);
  });

  it.each(["src/testing.ts", "src/latest.js", "contest.py", "src/attest.go", "docs/spec.md"])(
    "does not count %s",
    (path) => {
      expect(isTestPath(path, [])).toBe(false);
    },
  );

  it("takes more globs", () => {
    expect(isTestPath("checks/a.ts", ["checks/**/*.ts"])).toBe(true);
  });
});
