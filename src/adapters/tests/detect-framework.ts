import type { Detected } from "../../domain/detected.ts";
import { findFramework } from "./find-framework.ts";
import type { RepositoryFacts } from "./framework.ts";
import { frameworks } from "./frameworks.ts";
import { readPackageJson } from "./read/package-json.ts";

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
  "CMakeLists.txt",
  "Makefile.PL",
  "cpanfile",
];
/** npm writes this script into every new package. */
const PLACEHOLDER = /no test specified/;

/**
 * Finds the test command from the repository's files: an npm `test` script first, then each
 * framework's own marks, then a `test` target in a Makefile. `lookedAt` is what a person needs to
 * see when nothing was found.
 */
export async function detectFramework(
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<Detected> {
  const texts = new Map<string, string | null>();
  for (const path of TELLING) if (files.includes(path)) texts.set(path, await read(path));
  const facts: RepositoryFacts = { files, text: (path) => texts.get(path) ?? null };
  const lookedAt = texts.size > 0 ? [...texts.keys()] : TELLING;
  return { ...commandFor(facts), lookedAt };
}

function commandFor(facts: RepositoryFacts): Omit<Detected, "lookedAt"> {
  const script = readPackageJson(facts.text("package.json"))?.scripts["test"];
  if (script !== undefined && !PLACEHOLDER.test(script)) {
    return {
      testCommand: "npm test",
      framework: known(findFramework(null, "npm test", facts).name),
    };
  }
  for (const framework of frameworks) {
    const testCommand = framework.detect(facts);
    if (testCommand !== null) return { testCommand, framework: framework.name };
  }
  const make = /^test\s*:/m.test(facts.text("Makefile") ?? "");
  return { testCommand: make ? "make test" : null, framework: null };
}

function known(name: string): string | null {
  return name === "unknown" ? null : name;
}
