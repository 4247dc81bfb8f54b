import type { Detected } from "../../domain/detected.ts";
import { assumeFramework } from "./find-framework.ts";
import type { RepositoryFacts } from "./framework.ts";
import { frameworks } from "./frameworks.ts";
import { readPackageJson } from "./read/package-json.ts";
import { factsOf } from "./repository-facts.ts";
import { workspacesOf } from "./workspaces.ts";

/** Files that say how a repository is tested. */
const TELLING = [
  "package.json",
  "deno.json",
  "deno.jsonc",
  "bunfig.toml",
  "pyproject.toml",
  "pytest.ini",
  "setup.cfg",
  "tox.ini",
  "Cargo.toml",
  "go.mod",
  "Gemfile",
  "Rakefile",
  ".rspec",
  "composer.json",
  "phpunit.xml",
  "phpunit.xml.dist",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "mix.exs",
  ".busted",
  "Makefile",
  "makefile",
  "GNUmakefile",
  "justfile",
  "Justfile",
  ".justfile",
  "Taskfile.yml",
  "Taskfile.yaml",
  "taskfile.yml",
  "taskfile.yaml",
  "pnpm-workspace.yaml",
  "CMakeLists.txt",
  "Makefile.PL",
  "cpanfile",
];
/** npm writes this script into every new package. */
const PLACEHOLDER = /no test specified/;

/** Packages of a workspace whose package.json is read. */
const MOST_PACKAGES = 200;

/**
 * How a repository is tested. A command that a person named decides by itself; without one it is found
 * from the repository's files: an npm `test` script first, then each framework's own marks, then a `test`
 * target in a Makefile. `lookedAt` is what a person needs to see when nothing was found.
 */
export async function detectFramework(
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
  named: string | null = null,
): Promise<Detected> {
  const texts = new Map<string, string | null>();
  for (const path of TELLING) if (files.includes(path)) texts.set(path, await read(path));
  const lookedAt = texts.size > 0 ? [...texts.keys()] : TELLING;
  const packages = files.filter((path) => /^[^/].*\/package\.json$/.test(path) && isOwn(path));
  for (const path of packages.slice(0, MOST_PACKAGES)) texts.set(path, await read(path));
  const facts = factsOf(files, texts);
  return { ...(named === null ? commandFor(facts) : runBy(named, facts)), lookedAt };
}

function isOwn(path: string): boolean {
  return !path.includes("node_modules/") && path.split("/").length <= 4;
}

type Found = Omit<Detected, "lookedAt">;

function commandFor(facts: RepositoryFacts): Found {
  const script = readPackageJson(facts.text("package.json"))?.scripts["test"];
  if (script !== undefined && !PLACEHOLDER.test(script)) return runBy("npm test", facts);
  for (const framework of frameworks) {
    const testCommand = framework.detect(facts);
    if (testCommand !== null)
      return { testCommand, framework: framework.name, why: "the repository's files say so" };
  }
  const hasTarget = /^test\s*:/m.test(facts.text("Makefile") ?? "");
  if (hasTarget) return runBy("make test", facts);
  return { testCommand: null, framework: null, why: "" };
}

/** What a command runs, by its words and by what is behind it. */
function runBy(testCommand: string, facts: RepositoryFacts): Found {
  const packages = workspacesOf(testCommand, facts);
  if (packages !== null) {
    const names = packages.map(({ path }) => path.slice(0, -1)).join(", ");
    return { testCommand, framework: null, why: `each package by its own command: ${names}` };
  }
  const { framework, why } = assumeFramework(null, testCommand, facts);
  const isKnown = framework.name !== "unknown";
  return { testCommand, framework: isKnown ? framework.name : null, why };
}
