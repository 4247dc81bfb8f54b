import { describeWritable } from "../domain/access.ts";
import type { Finding } from "../domain/answers.ts";
import type { Fact } from "../domain/fact.ts";
import type { Criterion, PlannedFile } from "../domain/spec.ts";
import type { CuttingFacts } from "./cutting-facts.ts";
import type { DeveloperInput } from "./developer-prompt.ts";
import { developerVariables } from "./developer-prompt.ts";
import { fence } from "./fence.ts";
import type { Houses, OpenRole, OwnPrompt, PromptName } from "./prompt-names.ts";
import { openRoles } from "./prompt-names.ts";
import {
  bullets,
  diffText,
  digest,
  factsText,
  feedbackText,
  filesText,
  findingText,
  inline,
  layersText,
} from "./prompt-parts.ts";
import type { Variables } from "./render-prompt.ts";
import { renderPrompt } from "./render-prompt.ts";
import type { ShownFile } from "./shown-files.ts";

/**
 * A role's prompt. `system` holds the rules of the house and of all roles, the same text for every role,
 * run and repository: it is written to the model's cache once and read from then on, which is cheaper than
 * a short prefix of its own for each role. `task` names the role and says what this turn is for.
 */
export interface RolePrompt {
  readonly system: string;
  readonly task: string;
}

/** What every role is told about the run, in the same words, so that it stays cached. */
export interface SharedInput {
  readonly title: string;
  readonly body: string;
  readonly criteria: readonly Criterion[];
  readonly files: readonly PlannedFile[];
  readonly testLocations: readonly string[];
  readonly testCommand: string | null;
  readonly constraints: readonly string[];
  /** What the repository itself tells contributors, e.g. CONTRIBUTING.md; "" when it says nothing. */
  readonly guidance: string;
  readonly profile: string;
  /** Planned files and tests beside them as they are at the base. */
  readonly sources: readonly ShownFile[];
}

/** What every role after RED is told in the same words. */
export interface SealedInput {
  /** The files that RED sealed, base to RED, as git prints it. */
  readonly tests: string;
}

interface Attempt {
  /** What gates and earlier attempts said, oldest first. */
  readonly feedback: readonly string[];
}
interface Editing extends Attempt {
  /** What the run has changed before this turn besides the sealed tests, as git prints it; "" when nothing. */
  readonly changes: string;
  /** Exact paths, or directories ending in "/". */
  readonly mayWrite: readonly string[];
}
export interface DecomposerInput extends CuttingFacts, Attempt {}
export interface WriterInput extends Omit<Editing, "changes"> {
  readonly attempt: number;
  /** What the attempt before wrote, taken back since; "" when there was none. */
  readonly earlier: string;
}
export interface ScaffolderInput extends Omit<Editing, "changes"> {
  readonly names: readonly string[];
}
export interface ImplementerInput extends Editing {
  /** Digest of the tests that fail. */
  readonly failingTests: string;
}
export interface DebuggerInput extends ImplementerInput {
  readonly attempt: number;
}
export interface CriticInput {
  /** Base to head without the sealed tests, as git prints it. */
  readonly diff: string;
  readonly testOutput: string;
  /** What the static rules see in the diff. */
  readonly facts: readonly Fact[];
  readonly allowlist: readonly string[];
  readonly round: number;
  readonly previousFindings: readonly Finding[];
}
export interface RefactorerInput extends Editing {
  readonly finding: Finding;
}

/** One function a file in `prompts/`; a variable that is missing on either side is an error. */
export interface Prompts {
  shared(input: SharedInput): string;
  sealed(input: SealedInput): string;
  planner(input: Attempt): RolePrompt;
  decomposer(input: DecomposerInput): RolePrompt;
  /** Of a role behind a boundary: a value for each variable of `file`, and what stands before its rules. */
  isolated(file: OwnPrompt, role: string, values: Variables, houses?: Houses): RolePrompt;
  writer(input: WriterInput): RolePrompt;
  scaffolder(input: ScaffolderInput): RolePrompt;
  implementer(input: ImplementerInput): RolePrompt;
  debugger(input: DebuggerInput): RolePrompt;
  critic(input: CriticInput): RolePrompt;
  refactorer(input: RefactorerInput): RolePrompt;
  /** The one agent of a loop spec, with rules of its own: it has no colleagues. */
  developer(input: DeveloperInput): RolePrompt;
}

/** @param read gives the text of `prompts/<name>.md` */
export function createPrompts(read: (name: PromptName) => string): Prompts {
  const system = [
    renderPrompt(read("common"), {}),
    ...openRoles.map((name) => `# Rules of the ${name}\n\n${partsOf(read(name)).rules}`),
  ].join("\n\n");
  const role = (name: OpenRole, variables: Variables): RolePrompt => ({
    system,
    task: `You are the ${name}.\n\n${renderPrompt(partsOf(read(name)).task, variables)}`,
  });
  /** A role that is told no other role's rules: they would tell it of what it must not see. */
  const own = (
    [houses, file]: readonly [Houses, PromptName],
    name: string,
    variables: Variables,
  ): RolePrompt => {
    const before = houses.map((house) => renderPrompt(read(house), {})).join("\n\n");
    const { rules, task } = partsOf(read(file));
    return {
      system: `${before}\n\n# Your rules\n\n${rules}`,
      task: `You are the ${name}.\n\n${renderPrompt(task, variables)}`,
    };
  };
  return {
    shared: (input) => renderPrompt(read("shared"), sharedVariables(input)),
    sealed: ({ tests }) => renderPrompt(read("sealed"), { tests: diffText(tests) }),
    planner: ({ feedback }) => role("planner", { feedback: feedbackText(feedback) }),
    decomposer: ({ feedback, layers, documents }) =>
      own([["common"], "decomposer"], "decomposer", {
        feedback: feedbackText(feedback),
        documents: documents === "" ? "none" : fence(documents, "markdown"),
        layers: layersText(layers),
      }),
    isolated: (file, name, values, houses = ["slice-common"]) => own([houses, file], name, values),
    writer: (input) => role("writer", writing(input)),
    scaffolder: (input) => role("scaffolder", scaffolding(input)),
    implementer: (input) => role("implementer", implementing(input)),
    debugger: (input) => role("debugger", { attempt: `${input.attempt}`, ...implementing(input) }),
    critic: (input) => role("critic", criticVariables(input)),
    refactorer: (input) =>
      role("refactorer", {
        finding: findingText(input.finding),
        ...editing(input),
      }),
    developer: (input) => {
      const { rules, task } = partsOf(read("developer"));
      return { system: rules, task: renderPrompt(task, developerVariables(input)) };
    },
  };
}

/** The line between what never changes and the task. */
const DIVIDER = /^---$/mu;

/** A role's file: rules, which hold no variable, and the task. */
function partsOf(file: string): { readonly rules: string; readonly task: string } {
  const [rules, task, ...rest] = file.split(DIVIDER);
  if (rules === undefined || task === undefined || rest.length > 0) {
    throw new Error('Bug: a role\'s prompt has exactly one line "---", between rules and task.');
  }
  return { rules: renderPrompt(rules, {}), task };
}

function sharedVariables(input: SharedInput): Variables {
  const files = input.files.map((file) => `${inline(file.path)}${file.isNew ? " (new)" : ""}`);
  return {
    title: fence(input.title),
    body: fence(input.body === "" ? "(no text)" : input.body, "markdown"),
    criteria: fence(input.criteria.map(({ id, text }) => `${id}: ${text}`).join("\n")),
    files: files.length === 0 ? "- none named: they are proposed first" : bullets(files),
    testLocations: bullets(input.testLocations.map(inline)),
    testCommand: input.testCommand === null ? "not known" : inline(input.testCommand),
    constraints: input.constraints.length === 0 ? "none" : fence(input.constraints.join("\n")),
    guidance: input.guidance.trim() === "" ? "none" : fence(input.guidance, "markdown"),
    profile: input.profile,
    sources: filesText(input.sources),
  };
}

function writing(input: WriterInput): Variables {
  return {
    attempt: `${input.attempt}`,
    mayWrite: describeWritable(input.mayWrite),
    feedback: feedbackText(input.feedback),
    earlier: input.earlier === "" ? "Nothing." : diffText(input.earlier),
  };
}

function scaffolding({ names, mayWrite, feedback }: ScaffolderInput): Variables {
  return {
    names: bullets(names.map(inline)),
    mayWrite: describeWritable(mayWrite),
    feedback: feedbackText(feedback),
  };
}

function editing(input: Editing): Variables {
  return {
    mayWrite: describeWritable(input.mayWrite),
    feedback: feedbackText(input.feedback),
    changes: diffText(input.changes),
  };
}

function implementing(input: ImplementerInput): Variables {
  return {
    failingTests: digest(input.failingTests),
    ...editing(input),
  };
}

function criticVariables(input: CriticInput): Variables {
  const previous = input.previousFindings.map(findingText).join("\n\n");
  return {
    diff: diffText(input.diff),
    testOutput: digest(input.testOutput),
    facts: factsText(input.facts),
    allowlist: bullets(input.allowlist.map(inline)),
    round: `${input.round}`,
    previousFindings: previous === "" ? "none: this is the first round" : previous,
  };
}
