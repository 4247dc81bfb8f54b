import { describeWritable } from "../../domain/access.ts";
import { fileKind } from "../../domain/file-kind.ts";
import { sourceLanguage } from "../../domain/source-language.ts";
import { filesSoFar } from "../../loop/unit.ts";
import { fence } from "../fence.ts";
import { bullets, filesText, inline } from "../prompt-parts.ts";
import { neighbourTests, shownFiles } from "../shown-files.ts";
import type { Told } from "./boundaries.ts";
import { dependencyRules, testRules } from "./layer-rules.ts";
import { documentationFor, publicApi, toldOfTests } from "./public-part.ts";
import { skeletonOf } from "./skeletons.ts";
import type { Telling } from "./telling.ts";
import { usedSources } from "./used-sources.ts";

type Teller = (telling: Telling) => string | Promise<string>;

/** How each variable gets its value. A role's prompt asks only for those of its boundary. */
export const tellers: Readonly<Record<Told, Teller>> = {
  sliceSpec: ({ slice }) => fence(slice.behaviour),
  publicApi: async (telling) => fence(await publicApi(telling)),
  documentation: async (telling) =>
    section("What its documents say", await documentationFor(telling)),
  testFile: ({ slice }) => inline(slice.testFile),
  existingTest: async (telling) => await existingTest(telling),
  earlierTest: async ({ slice, task, workspace }) =>
    task.diff === null
      ? ""
      : section(
          "What the attempt before this one wrote there, taken back since",
          (await workspace.readFile(task.diff.to, slice.testFile)) ?? "",
        ),
  skeleton: ({ state }) => fence(skeletonOf(frameworkOf(state))),
  framework: ({ state }) => inline(frameworkOf(state) ?? "found from the existing tests"),
  language: ({ slice }) => languageOf(slice),
  layer: (telling) =>
    isFlat(telling) ? "none, the repository has no layers" : telling.slice.layer,
  testRules: (telling) => (isFlat(telling) ? "" : testRules[telling.slice.layer]),
  dependencyRules: (telling) => (isFlat(telling) ? "" : dependencyRules[telling.slice.layer]),
  feedback: async (telling) =>
    section("What was wrong with earlier attempts: mend exactly this", await toldOfTests(telling)),
  names: ({ task }) => bullets(task.scaffold.map(inline)),
  stubFeedback: ({ task }) =>
    section("What was wrong with earlier stubs, taken back since", task.feedback.join("\n")),
  failingTest: async ({ slice, task, workspace }) =>
    `${inline(slice.testFile)}:\n\n${textOr(await workspace.readFile(task.tree, slice.testFile), "(no such file)")}`,
  failure: ({ task }) => fence(task.testOutput === "" ? "(no output)" : task.testOutput),
  fileTree: async (telling) => await fileTree(telling),
  sources: async ({ slice, task, workspace }) =>
    await shownText(
      slice.files.map((file) => file.path),
      task.tree,
      workspace,
    ),
  usedSources: async (telling) => await usedText(telling),
  mayWrite: ({ task }) => describeWritable(task.mayWrite),
  previousAttempt: ({ state }) =>
    section("What the last attempt did: do not do the same again", state.lastSummary ?? ""),
  previousError: ({ state }) => section("Why it was not enough", state.feedback?.at(-1) ?? ""),
  allTests: async ({ state, task, workspace }) =>
    await shownText(testsSoFar(state), task.tree, workspace),
  allSources: async ({ state, task, workspace }) =>
    await shownText(filesSoFar(state), task.tree, workspace),
  greenOutput: ({ task }) => fence(task.testOutput === "" ? "(no output)" : task.testOutput),
  sliceLayers: ({ state }) => [...layersSoFar(state)].join(", "),
};

/** An optional part of a prompt (S3-5): nothing at all where there is nothing to say. */
function section(title: string, text: string): string {
  return text.trim() === "" ? "" : `${title}:\n\n${fence(text)}`;
}

function textOr(text: string | null, none: string): string {
  if (text === null) return none;
  return text.trim() === "" ? "It is empty." : fence(text);
}

function frameworkOf({ request, ground }: Telling["state"]): string | null {
  return request.config.framework ?? ground.framework;
}

function languageOf({ files, testFile }: Telling["slice"]): string {
  for (const path of [...files.map((file) => file.path), testFile]) {
    const language = sourceLanguage(path);
    if (language.kind === "readable") return language.name;
  }
  return "the language of the repository";
}

/** What is said of layers holds nobody where there are none. */
function isFlat({ state }: Telling): boolean {
  return Object.keys(state.ground.layers ?? {}).length === 0;
}

/** The file that the test goes into, or a neighbour to see by how tests are written here. */
async function existingTest({ slice, task, state, workspace }: Telling): Promise<string> {
  const text = await workspace.readFile(task.tree, slice.testFile);
  if (text !== null) return textOr(text, "");
  const sources = slice.files.map((file) => file.path);
  const existing = (state.ground.testPaths ?? []).filter((path) => path !== slice.testFile);
  const [near] = neighbourTests([slice.testFile], existing, sources);
  const shown = near === undefined ? [] : await shownFiles([], [near], task.tree, workspace);
  const none = "There is no such file yet.";
  return shown.length === 0
    ? none
    : `${none} A test beside it, for its style:\n\n${filesText(shown)}`;
}

/** Sources that the test or the slice's own files load: read by each implementer, where they were not shown. */
async function usedText(telling: Telling): Promise<string> {
  const used = await usedSources(telling);
  const shown = await shownFiles([], used, telling.task.tree, telling.workspace);
  return shown.length === 0 ? "" : `What they use besides:\n\n${filesText(shown)}`;
}

const MOST_LISTED = 50;

/** Paths of the sources, never of tests (S3-26). */
async function fileTree({ task, views, state }: Telling): Promise<string> {
  const globs = state.request.config.testFiles;
  const sources = (await views.files(task.tree)).filter(
    (path) => fileKind(path, globs) === "source",
  );
  const more = sources.length - MOST_LISTED;
  const listed = sources.slice(0, MOST_LISTED).map((path) => `- ${inline(path)}`);
  return [...listed, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n") || "- none yet";
}

async function shownText(
  paths: readonly string[],
  tree: string,
  workspace: Telling["workspace"],
): Promise<string> {
  const shown = await shownFiles(paths, [], tree, workspace);
  return shown.length === 0 ? "None exists yet." : filesText(shown);
}

function testsSoFar({ slicing }: Telling["state"]): readonly string[] {
  const done = slicing?.slices.slice(0, slicing.index + 1) ?? [];
  return [...new Set(done.map((slice) => slice.testFile))];
}

function layersSoFar({ slicing }: Telling["state"]): ReadonlySet<string> {
  const done = slicing?.slices.slice(0, slicing.index + 1) ?? [];
  return new Set(done.map((slice) => slice.layer));
}
