import { minimatch } from "minimatch";

const TEST_DIRECTORIES = new Set([
  "test",
  "tests",
  "__tests__",
  "spec",
  "specs",
  "__snapshots__",
  "__mocks__",
  "__fixtures__",
  "fixtures",
  "testdata",
]);

const TEST_FILES: readonly RegExp[] = [
  /[.](test|spec)([.][^/]+)+$/,
  /^test_[^/]*[.]pyi?$/,
  /_test[.](py|go|rs|rb|exs|js|ts|cc|cpp|c|dart|lua)$/,
  /_spec[.](rb|lua|js|ts)$/,
  /^conftest[.]py$/,
  /(Test|Tests|TestCase)[.](java|kt|groovy|scala|cs|php)$/,
  /[.](snap|bats|t)$/,
];

/**
 * Whether a path belongs to the test surface, which only the test writer may change and which is
 * sealed at RED (security.md 2.2, "frozen surface"). Directories count by any segment.
 * @param extraGlobs more globs from the configuration's `testFiles`, relative to the repository root
 */
export function isTestPath(path: string, extraGlobs: readonly string[] = []): boolean {
  const segments = path.split("/");
  const name = segments.pop() ?? "";
  if (segments.some((segment) => TEST_DIRECTORIES.has(segment.toLowerCase()))) return true;
  if (TEST_FILES.some((pattern) => pattern.test(name))) return true;
  return extraGlobs.some((glob) => minimatch(path, glob, { dot: true, nocomment: true }));
}
