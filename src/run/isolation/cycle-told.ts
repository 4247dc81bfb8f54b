import { describeWritable } from "../../domain/access.ts";
import type { Task } from "../../domain/command.ts";
import { seamsOf } from "../../domain/seams.ts";
import type { TestRun } from "../../domain/test-run.ts";
import { failingNames } from "../../domain/test-run.ts";
import type { Baselined } from "../../loop/state.ts";
import { unitOf } from "../../loop/unit.ts";
import { surfaceText } from "../../report/surface-text.ts";
import { fence } from "../fence.ts";
import type { GuidanceFile } from "../guidance.ts";
import { guidanceFor, testStrategyIn } from "../guidance.ts";
import {
  bullets,
  diffText,
  digest,
  factsText,
  feedbackText,
  filesText,
  inline,
} from "../prompt-parts.ts";
import { shownFiles } from "../shown-files.ts";
import type { CycleTold } from "./cycle-boundaries.ts";
import type { CycleTelling } from "./cycle-telling.ts";

type Teller = (telling: CycleTelling) => string | Promise<string>;

const MOST_GUIDANCE = 24_000;
const MOST_DIFF = 200_000;
const MOST_SEAMS = 8_000;

/** How each field gets its value. */
export const cycleTellers: Readonly<Record<CycleTold, Teller>> = {
  feature: ({ state, task }) => featureText(state, task),
  seams: (telling) => seamsText(telling),
  testLocations: ({ state }) => state.lock.testFiles.map(inline).join(", "),
  redCommand: ({ state }) => inline(state.lock.testCommand),
  fullTestCommand: ({ state }) => inline(state.lock.testCommand),
  baseline: ({ state }) => baselineText(state.baseline),
  allowedTestSurface: ({ task }) => describeWritable(task.mayWrite),
  cycleLimit: ({ task }) => `${task.cycle?.of ?? "none"}`,
  repo: () => "the directory that your tools work in; paths are relative to it",
  cycle: ({ task }) => `${task.cycle?.number ?? 1} of ${task.cycle?.of ?? "open"}`,
  slice: () => "not named: choose the smallest behaviour that no test demands yet",
  repositoryGuidance: async (telling) =>
    guidanceText([...notesOf(telling), ...(await guidanceOf(telling))]),
  testStrategy: async (telling) => strategyText(await guidanceOf(telling)),
  failingTests: async ({ state, task, workspace }) =>
    filesText(await shownFiles([], testsOf(state), task.tree, workspace)),
  failureOutput: ({ task }) => digest(task.testOutput),
  scaffold: ({ state: { cycling } }) =>
    cycling?.isScaffolded === true ? "in place: fill in the behaviour" : "none was needed",
  names: ({ task }) => bullets(task.scaffold.map(inline)),
  allowedSurface: ({ task }) => describeWritable(task.mayWrite),
  baseRevision: ({ state }) => state.ground.baseSha,
  about: ({ task }) => (task.cycle?.about === "dispute" ? "an objection" : "findings of a review"),
  said: ({ task }) => feedbackText(task.cycle?.said ?? []),
  scope: ({ task }) => (task.cycle?.scope ?? "final").toUpperCase(),
  reviewedSurface: ({ state }) => {
    const { allowlist, testFiles } = state.lock;
    return bullets([...allowlist.map(({ path }) => path), ...testFiles].map(inline));
  },
  facts: ({ facts }) => factsText(facts),
  diff: async ({ task, workspace }) => {
    const { from, to } = task.diff ?? { from: task.tree, to: task.tree };
    return diffText(cut(await workspace.diff(from, to), MOST_DIFF));
  },
  earlier: async ({ task, workspace }) =>
    task.diff === null
      ? ""
      : `What the attempt before this one wrote, taken back since:\n\n${diffText(await workspace.diff(task.diff.from, task.diff.to))}`,
  feedback: ({ task }) =>
    task.feedback.length === 0
      ? ""
      : `What was said of an earlier attempt, of an objection or in a review (where it names a fault, mend exactly that):\n\n${feedbackText(task.feedback)}`,
};

/** The wish in its author's words, and the checklist that is made of it (S4-7). */
function featureText({ spec }: Baselined, { cycle }: Task): string {
  const { title, body, criteria, constraints } = spec;
  const done = new Set(cycle?.covered);
  const list = criteria.map(({ id, text }) => `- [${done.has(id) ? "x" : " "}] ${id}: ${text}`);
  const more =
    constraints.length === 0 ? "" : `\n\nConstraints:\n\n${fence(constraints.join("\n"))}`;
  return `${fence(`${title}\n\n${body}`, "markdown")}\n\nChecklist:\n\n${fence(list.join("\n"), "markdown")}${more}`;
}

/** What the issue itself calls seams; else the interface of the files that may change, and what it promises. */
async function seamsText({ state, task, views }: CycleTelling): Promise<string> {
  const named = seamsOf(state.spec.body);
  if (named !== "") return fence(named, "markdown");
  const paths = state.spec.files.map(({ path }) => path);
  const there = (await views.files(task.tree)).filter((path) => paths.includes(path));
  const files = await views.surface(task.tree, there);
  const isBare = files.every(({ signatures }) => signatures.length === 0);
  const now = isBare ? "" : surfaceText({ files, unreadable: [], leftOut: {} }, MOST_SEAMS);
  const whole = `The public interface of ${paths.map(inline).join(", ")}, with the names that FEATURE promises.`;
  return now === "" ? whole : `${whole} As it is now:\n\n${fence(now)}`;
}

function baselineText(baseline: TestRun): string {
  if (baseline.kind !== "finished") return "not known: no test has run yet";
  const failing = failingNames(baseline);
  if (failing.length === 0) return "GREEN";
  return `${failing.length} fail before this run, and are nobody's here: ${failing.slice(0, MOST_NAMED).map(inline).join(", ")}`;
}

const MOST_NAMED = 20;

async function guidanceOf({ state, workspace }: CycleTelling): Promise<readonly GuidanceFile[]> {
  const { allowlist, testFiles } = state.lock;
  const paths = [...allowlist.map(({ path }) => path), ...testFiles];
  return guidanceFor(paths, state.ground.baseTree, workspace);
}

/** Standing notes of the settings files (S4-33). */
function notesOf({ state }: CycleTelling): readonly GuidanceFile[] {
  const { notes = [] } = state.request;
  return notes.length === 0 ? [] : [{ path: "NOTES", text: notes.join("\n") }];
}

function guidanceText(files: readonly GuidanceFile[]): string {
  if (files.length === 0) return "none";
  const text = files.map(({ path, text: own }) => `${path}:\n${own}`).join("\n\n");
  return fence(cut(text, MOST_GUIDANCE), "markdown");
}

const NEUTRAL =
  "The repository says nothing of it: real collaborators where they are quick and repeatable, doubles where the behaviour or a contract asks for them.";

function strategyText(files: readonly GuidanceFile[]): string {
  const told = testStrategyIn(files);
  return told === "" ? NEUTRAL : fence(cut(told, MOST_GUIDANCE), "markdown");
}

/** The tests of the cycle in work; those of all cycles when it is about a review. */
function testsOf(state: CycleTelling["state"]): readonly string[] {
  const { cycling, red, work } = state;
  const isOfAll = cycling?.amending?.about === "findings" || cycling?.review != null;
  const before = unitOf(state).seal;
  const seal = red?.seal ?? work?.seal ?? cycling?.work?.seal ?? {};
  const all = Object.keys({ ...before, ...seal });
  if (isOfAll) return all;
  return all.filter((path) => before[path] !== seal[path] && path in seal);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}\n(cut: ${text.length - most} characters more; read the files)`;
}
