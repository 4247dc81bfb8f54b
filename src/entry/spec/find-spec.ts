import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { ConfigError } from "../../domain/config.ts";
import {
  isSpecName,
  placesInRepository,
  specDirectory,
} from "../../domain/loop-spec/spec-places.ts";
import { nearestWord } from "../../domain/nearest-word.ts";
import { refuseEndless } from "../named-file.ts";

/** Where specs are looked for. */
export interface SpecPlaces {
  readonly cwd: string;
  /** The repository, as far as it is known. */
  readonly repo: string;
  readonly home: string;
}

export interface FoundSpec {
  /** As it is shown. */
  readonly path: string;
  readonly text: string;
}

/**
 * Finds a spec by path or by bare name (S1-24). A path is taken as it is, then with each ending; a
 * name is looked for in the repository's places, old ones last, then in the person's own.
 * @throws ConfigError that lists every path tried
 */
export async function findSpec(given: string, places: SpecPlaces): Promise<FoundSpec> {
  const tried = candidates(given, places);
  for (const path of tried) {
    const text = await textOf(path);
    if (text !== null) return { path, text };
  }
  const near = nearestWord(given, await namesIn(tried.map((path) => dirname(path))));
  const meant = near === null ? "" : ` Did you mean "${near}"?`;
  throw new ConfigError(
    `There is no spec "${given}".${meant} Looked at:\n${tried.map((path) => `- ${path}`).join("\n")}\nGive the path of one, or write it with \`tdd-loop spec new\`.`,
  );
}

function candidates(given: string, { cwd, repo, home }: SpecPlaces): string[] {
  if (!isSpecName(given)) return placesInRepository(given).map((path) => resolve(cwd, path));
  return [
    resolve(cwd, given),
    ...placesInRepository(given).map((path) => join(repo, path)),
    join(home, ".pi/agent/loops/specs", `${given}.json`),
  ];
}

/** Specs by their names; a directory that cannot be read has none. */
async function namesIn(dirs: readonly string[]): Promise<string[]> {
  const known = dirs.filter((dir) => dir.endsWith(specDirectory) || dir.includes("/.pi/"));
  const listed = await Promise.all([...new Set(known)].map((dir) => readdir(dir).catch(() => [])));
  const ending = /[.](?:json|ya?ml)$/;
  return listed.flat().flatMap((name) => (ending.test(name) ? [name.replace(ending, "")] : []));
}

async function textOf(path: string): Promise<string | null> {
  await refuseEndless(path, "Write the spec to a file and give its path.");
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return null;
    throw new ConfigError(`Cannot read the spec ${path}.`, { cause: error });
  }
}
