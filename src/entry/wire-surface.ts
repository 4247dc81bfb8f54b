import { stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { unignoredFiles } from "../adapters/git/unignored-files.ts";
import { readSurface } from "../adapters/surface/read-surface.ts";
import { filesBelow, regularText } from "../adapters/surface/source-files.ts";
import { ConfigError } from "../domain/config.ts";
import { docScope } from "../domain/doc-scope.ts";
import { sourceLanguage } from "../domain/source-language.ts";
import type { FileSurface, LeftOut } from "../domain/surface.ts";
import { withoutDeclared } from "../domain/surface-duplicates.ts";
import { isVendoredName, surfaceScope } from "../domain/surface-scope.ts";
import type { DocsReport, DocText } from "../report/docs-text.ts";
import type { SurfaceReport } from "../report/surface-text.ts";

export interface SurfaceAsked {
  readonly cwd: string;
  /** Files and directories, relative to `cwd` or absolute. */
  readonly paths: readonly string[];
  readonly language: string | null;
  readonly testFiles: readonly string[];
  /** Whether the documentation of each signature is wanted too. */
  readonly documentation: boolean;
  /** PATH for git. */
  readonly path: string;
}

/** A file to read: where it is, and how it is called in what is shown. */
interface Chosen {
  readonly file: string;
  readonly shown: string;
  readonly language: string;
}

interface Choice {
  readonly chosen: readonly Chosen[];
  readonly leftOut: Readonly<Record<string, number>>;
}

/**
 * The public API of files and of all sources below directories.
 * @throws ConfigError when a path is not there
 */
export async function readSurfaces(
  asked: SurfaceAsked,
  signal: AbortSignal,
): Promise<SurfaceReport> {
  const choices: Choice[] = [];
  for (const path of asked.paths) choices.push(await choiceOf(path, asked));
  const chosen = new Map(
    choices.flatMap((choice) => choice.chosen.map((one) => [one.file, one] as const)),
  );
  const files: FileSurface[] = [];
  const unreadable: LeftOut[] = [];
  for (const one of chosen.values()) {
    signal.throwIfAborted();
    const text = await regularText(one.file);
    if (text === null) {
      unreadable.push({ path: one.shown, why: "no regular file of at most 8 MB that may be read" });
      continue;
    }
    const read = await readSurface(one.shown, text, { ...one, documentation: asked.documentation });
    if (read.kind === "read") files.push(read.surface);
    else unreadable.push({ path: one.shown, why: read.why });
  }
  return { files: withoutDeclared(files), unreadable, leftOut: added(choices) };
}

/** What the directories among the paths say about themselves, with the comments of their public API. */
export async function readDocs(asked: SurfaceAsked, signal: AbortSignal): Promise<DocsReport> {
  const { files } = await readSurfaces({ ...asked, documentation: true }, signal);
  const documents: DocText[] = [];
  const descriptions: DocText[] = [];
  for (const path of asked.paths) {
    const dir = resolve(asked.cwd, path);
    if (!(await stat(dir)).isDirectory()) continue;
    const scope = docScope(await listedFiles(dir, asked));
    documents.push(...(await textsOf(scope.documents, dir, asked)));
    descriptions.push(...(await textsOf(scope.descriptions, dir, asked)));
  }
  return { documents, descriptions, surfaces: files };
}

async function textsOf(
  paths: readonly string[],
  dir: string,
  { cwd }: SurfaceAsked,
): Promise<readonly DocText[]> {
  const texts: DocText[] = [];
  for (const path of paths) {
    const text = await regularText(join(dir, path));
    if (text !== null) texts.push({ path: shownAs(join(dir, path), dir, cwd), text });
  }
  return texts;
}

async function choiceOf(path: string, asked: SurfaceAsked): Promise<Choice> {
  const at = resolve(asked.cwd, path);
  const found = await stat(at).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `surface: ${path} cannot be read (${error.code}). Name files or directories that are there.`,
      { cause: error },
    );
  });
  return found.isDirectory() ? await directoryChoice(at, asked) : fileChoice(at, path, asked);
}

/** A file that a person names is read, wherever it is. */
function fileChoice(file: string, path: string, asked: SurfaceAsked): Choice {
  const found = sourceLanguage(file);
  const language = asked.language ?? (found.kind === "readable" ? found.name : null);
  if (language === null)
    return { chosen: [], leftOut: { [`unknown language: ${basename(path)}`]: 1 } };
  return {
    chosen: [{ file, shown: shownAs(file, dirname(file), asked.cwd), language }],
    leftOut: {},
  };
}

async function listedFiles(dir: string, asked: SurfaceAsked): Promise<readonly string[]> {
  return (await unignoredFiles(dir, asked.path)) ?? (await filesBelow(dir, entersSource));
}

async function directoryChoice(dir: string, asked: SurfaceAsked): Promise<Choice> {
  const listed = await listedFiles(dir, asked);
  const { paths, leftOut } = surfaceScope(listed, asked);
  const chosen = paths.flatMap((path) => {
    const language = sourceLanguage(path);
    const file = join(dir, path);
    return language.kind === "readable"
      ? [{ file, shown: shownAs(file, dir, asked.cwd), language: language.name }]
      : [];
  });
  return { chosen, leftOut };
}

const entersSource = (name: string): boolean => !isVendoredName(name);

/** As a person at `cwd` would name it; what is elsewhere, from the directory that was asked for. */
function shownAs(file: string, dir: string, cwd: string): string {
  const fromHere = relative(cwd, file);
  const isBelow = fromHere !== ".." && !fromHere.startsWith(`..${sep}`) && fromHere !== file;
  return (isBelow ? fromHere : relative(dir, file)).split(sep).join("/");
}

function added(choices: readonly Choice[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { leftOut } of choices)
    for (const [why, count] of Object.entries(leftOut)) sums[why] = (sums[why] ?? 0) + count;
  return sums;
}
