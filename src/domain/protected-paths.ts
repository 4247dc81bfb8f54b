/** Directories whose content is run, or obeyed, by something other than the code under test. */
const PROTECTED_DIRECTORIES = new Set(["__snapshots__"]);

/**
 * Files that decide what runs, how it is judged or what agents obey, by lower-case name
 * (security.md 2.2, "protected"; architecture.md, settled question 3).
 */
const PROTECTED_NAMES: readonly RegExp[] = [
  // Ownership, environment, agent rule files
  /^codeowners$/,
  /^[.]env([.].+)?$/,
  /^[.](envrc|tool-versions|(node|python|ruby|java|go)-version|nvmrc|sdkmanrc|ruby-gemset)$/,
  /^[.]?mise([.][^/]+)?[.]toml$/,
  /^(agents|claude|gemini)([.]local)?[.]md$/,
  /^[.](cursor|mcp|claude|gemini|windsurf|cline|aider|git|tdd)[^/]*$/,
  // Build servers, and what runs at a commit
  /^[.](travis|drone|cirrus|appveyor|circleci|semaphore|woodpecker)[.]ya?ml$/,
  /^(appveyor|azure-pipelines|bitbucket-pipelines|buildspec|cloudbuild|codemagic|wercker|lefthook)[^/]*[.]ya?ml$/,
  /^jenkinsfile([.].+)?$/,
  /^[.](pre-commit-config|pre-commit-hooks|lefthook|overcommit)[.]ya?ml$/,
  /^[.](lintstagedrc|huskyrc|simple-git-hooks)([.][^/]+)?$/,
  // Package managers and lock files
  /^package[.]json$/,
  /^(package-lock|npm-shrinkwrap)[.]json$/,
  /^(yarn|deno|poetry|uv|pdm|gemfile|cargo|composer|mix|pubspec|flake)[.]lock$/,
  /^pnpm-(lock|workspace)[.]yaml$/,
  /^bun[.]lockb?$/,
  /^bunfig[.]toml$/,
  /^[.](npmrc|yarnrc.*|pnpmfile[.](c|m)?js|npmignore|bowerrc|pypirc)$/,
  /^(lerna|nx|turbo|rush|workspace|project)[.]json$/,
  /^(pyproject|cargo|pipfile|uv|poetry|rust-toolchain|clippy|rustfmt|nextest)[.]toml$/,
  /^(pipfile|rust-toolchain|pip[.]conf)([.]lock)?$/,
  /^(requirements|constraints)[^/]*[.](txt|in)$/,
  /^(setup[.](py|cfg)|[.]?pytest[.]ini|tox[.]ini|[.]?pytest[.]toml|noxfile[.]py|[.]coveragerc)$/,
  /^(conftest|sitecustomize|usercustomize)[.]py$/,
  /[.]pth$/,
  /^entry_points[.]txt$/,
  /^go[.](mod|sum|work|work[.]sum)$/,
  /^build[.]rs$/,
  /^(gemfile|rakefile|[.]rspec|[.]simplecov|guardfile)$/,
  /[.]gemspec$/,
  /^(composer[.]json|phpunit([.][^/]*)?[.]xml([.]dist)?|mix[.]exs)$/,
  // Build tools
  /^(gnu)?makefile([.].+)?$/,
  /[.]mk$/,
  /^(gulpfile|gruntfile)([.][^/]+)+$/,
  /^(justfile|[.]justfile|taskfile[.]ya?ml|cmakelists[.]txt|ctesttestfile[.]cmake|meson[.]build)$/,
  /^(pom[.]xml|mvnw([.]cmd)?|gradlew([.]bat)?|gradle[.]properties|gradle-wrapper[.](jar|properties))$/,
  /^(build|settings|init)[.]gradle([.]kts)?$/,
  /^(directory[.]build[.](props|targets)|nuget[.]config|global[.]json)$/,
  /[.](csproj|fsproj|vbproj|sln|runsettings)$/,
  /^([.]bazelrc|[.]bazelversion|build[.]bazel|workspace([.]bazel)?|module[.]bazel|build[.]sbt)$/,
  /^dockerfile([.].+)?$/,
  // Test runners, loaders and compilers that they load
  /^(jest|vitest|vite|ava|karma|playwright|cypress|jasmine|tap|wdio|web-test-runner)[.](config|conf|workspace|projects|setup)[.][^/]+$/,
  /^(babel|webpack|rollup|rolldown|tsup|esbuild|metro|svelte|swc|postcss|tailwind|node)[.]config[.][^/]+$/,
  /^(setup-?tests?|(jest|vitest|mocha|test)-setup)[.][cm]?[jt]sx?$/,
  /^[.](mocharc|babelrc|swcrc|nycrc|c8rc|taprc|jestrc|browserslistrc|postcssrc)([.][^/]+)?$/,
  /^(ts|js)config([.][^/]+)*[.]json$/,
  /^jasmine[.]json$/,
  /^deno[.]jsonc?$/,
  /^[.](busted|luacov|luacheckrc|shellspec|proverc)$/,
  /^mocha[.]opts$/,
  /[.]snap$/,
];

/**
 * Whether a path needs a line of its own in the allowlist: CI, hooks, runner and package-manager
 * configuration, lock files, snapshots, the bot's configuration, agent rule files and everything in
 * a dot-directory. No directory or glob ever covers one. Letter case does not matter, because some
 * file systems do not see it.
 */
export function isProtectedPath(path: string): boolean {
  const segments = path.toLowerCase().split("/");
  const name = segments.pop() ?? "";
  if (segments.some((segment) => segment.startsWith(".") || PROTECTED_DIRECTORIES.has(segment))) {
    return true;
  }
  return PROTECTED_NAMES.some((pattern) => pattern.test(name));
}
