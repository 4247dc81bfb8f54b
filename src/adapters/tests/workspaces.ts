import { parse } from "yaml";
import { z } from "zod";
import type { TestProject } from "../../domain/projects.ts";
import type { RepositoryFacts } from "./framework.ts";
import { commandsOf, quote } from "./read/command-line.ts";
import type { PackageCall } from "./read/package-call.ts";
import { readPackageCall } from "./read/package-call.ts";
import { readPackageJson } from "./read/package-json.ts";

/** Scripts that call scripts are followed this deep. */
const SCRIPT_DEPTH = 4;

/** More packages than this are run by the one command that was given. */
const MOST_PACKAGES = 200;

/**
 * The packages that a command of npm, pnpm or yarn runs one after another, each with the command that
 * runs it alone: `npm test --workspaces`, `pnpm -r test`, `yarn workspace api test`, `cd web && npm test`.
 * Run apart, each writes a report of its own, and two tests of one name stay two. Null for any other
 * command, and where it is not plain what would be run.
 */
export function workspacesOf(
  command: string,
  facts: RepositoryFacts,
  depth = SCRIPT_DEPTH,
): readonly TestProject[] | null {
  const inside = /^\s*cd\s+([\w@./-]+)\s*&&\s*(.+)$/.exec(command);
  if (inside !== null) return oneDirectory(inside[1] ?? "", inside[2] ?? "");
  const call = readPackageCall(command);
  if (call === null) return null;
  if (call.packages.kind !== "here") return chosen(call, facts);
  const scripts = readPackageJson(facts.text("package.json"))?.scripts ?? {};
  const script = scripts[call.script];
  const hooks = [`pre${call.script}`, `post${call.script}`].some((name) => name in scripts);
  if (script === undefined || hooks || call.rest.length > 0 || depth === 0) return null;
  return workspacesOf(script, facts, depth - 1);
}

function oneDirectory(dir: string, command: string): readonly TestProject[] | null {
  const path = asPrefix(dir);
  if (path === null || path === "" || commandsOf(command).length !== 1) return null;
  return [{ path, cwd: path, command: command.trim(), framework: null }];
}

function chosen(call: PackageCall, facts: RepositoryFacts): readonly TestProject[] | null {
  const dirs = directoriesOf(call, facts);
  if (dirs === null || dirs.length > MOST_PACKAGES) return null;
  const able = dirs.filter((dir) => scriptIn(dir, call.script, facts));
  const isWhole = able.length === dirs.length || call.skipsMissing;
  if (able.length === 0 || !isWhole) return null;
  return able.map((dir) => ({
    path: `${dir}/`,
    cwd: `${dir}/`,
    command: [call.alone, ...call.rest.map(quote)].join(" "),
    framework: null,
  }));
}

function scriptIn(dir: string, name: string, facts: RepositoryFacts): boolean {
  return readPackageJson(facts.text(`${dir}/package.json`))?.scripts[name] !== undefined;
}

function directoriesOf({ packages }: PackageCall, facts: RepositoryFacts): string[] | null {
  if (packages.kind === "here") return null;
  if (packages.kind === "directory") {
    const path = asPrefix(packages.path);
    return path === null || path === "" ? null : [path.slice(0, -1)];
  }
  const all = packageDirectories(facts);
  if (packages.kind === "all") return all;
  const found = packages.names.map((name) =>
    all.find((dir) => isNamed(name, dir, readPackageJson(facts.text(`${dir}/package.json`))?.name)),
  );
  const known = found.filter((dir) => dir !== undefined);
  return known.length === found.length ? [...new Set(known)] : null;
}

function isNamed(wanted: string, dir: string, name: string | undefined): boolean {
  return wanted === name || asPrefix(wanted) === `${dir}/`;
}

const PnpmWorkspace = z.object({ packages: z.array(z.string()) });

/** What package.json or pnpm-workspace.yaml lists, in order; a pattern stands for what has a package.json. */
export function packageDirectories(facts: RepositoryFacts): string[] {
  const listed = [
    ...(readPackageJson(facts.text("package.json"))?.workspaces ?? []),
    ...pnpmPackages(facts.text("pnpm-workspace.yaml")),
  ];
  const excluded = listed.filter((pattern) => pattern.startsWith("!"));
  const wanted = listed.filter((pattern) => !excluded.includes(pattern));
  const dirs = wanted.flatMap((pattern) => expanded(pattern, facts));
  const without = new Set(excluded.flatMap((pattern) => expanded(pattern.slice(1), facts)));
  return [...new Set(dirs)].filter(
    (dir) => !without.has(dir) && facts.text(`${dir}/package.json`) !== null,
  );
}

function pnpmPackages(text: string | null): readonly string[] {
  if (text === null) return [];
  try {
    const parsed = PnpmWorkspace.safeParse(parse(text));
    return parsed.success ? parsed.data.packages : [];
  } catch {
    // pnpm itself will say what is wrong with its file.
    return [];
  }
}

/** A path, or one that ends in a star: what else a pattern can say is left to the command itself. */
function expanded(pattern: string, facts: RepositoryFacts): string[] {
  const plain = pattern.replace(/^\.\//, "").replace(/\/+$/, "");
  const above = /^([^*]+)\/\*\*?$/.exec(plain)?.[1];
  if (above === undefined) return plain.includes("*") ? [] : [plain];
  return [...facts.directories(above)]
    .filter((name) => name !== "node_modules" && !name.startsWith("."))
    .sort()
    .map((name) => `${above}/${name}`);
}

/** A directory inside the repository as a prefix; null when it leads out of it. */
function asPrefix(path: string): string | null {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (path.startsWith("/") || parts.includes("..")) return null;
  return parts.map((part) => `${part}/`).join("");
}
