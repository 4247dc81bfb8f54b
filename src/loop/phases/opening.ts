import { branchName } from "../../domain/branch-name.ts";
import type { Event } from "../../domain/event.ts";
import { isProtectedPath } from "../../domain/protected-paths.ts";
import type { Result } from "../../domain/result.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import type { Spec } from "../../domain/spec.ts";
import { refusalOf } from "../../gates/command-policy/refusal.ts";
import { block, want } from "../issue-command.ts";
import type { Decision, Grounded, RunState } from "../state.ts";
import { takeLock } from "./baseline.ts";
import { askForLock, proposePlan, withPaths } from "./planning.ts";
import { probe } from "./probing.ts";
import { testCommandOf } from "./test-command-of.ts";
import { projectsProblem } from "./touched-projects.ts";
import { unexpected } from "./unexpected.ts";

type Opening = Extract<RunState, { phase: "opening" }>;

/** Asks for the base and for what the repository says of its tests. */
export function open(state: Opening, events: readonly Event[]): Decision {
  const { spec, request } = state;
  const tooMany = tooManyFiles(state);
  if (tooMany !== null) return block(state, tooMany, events);
  const read: Event = {
    type: "spec.read",
    criteria: spec.criteria,
    files: spec.files.map((file) => file.path),
  };
  return want(
    state,
    {
      kind: "open_workspace",
      base: baseOf(request, spec),
      branch: branchName(request.issue, spec.title),
      paths: [...spec.files.map((file) => file.path), ...(request.allowed ?? [])],
    },
    [...events, read],
  );
}

/** The base by name, null for the default: an issue's text chooses no ref, a person's own file may. */
export function baseOf(
  { base, origin, config }: RunRequest,
  spec: Pick<Spec, "base">,
): string | null {
  return base ?? (origin === "local" ? spec.base : null) ?? config.base ?? null;
}

/** S0-4, S0-5: more files than the profile allows is work for several issues. */
function tooManyFiles({ spec, request }: Opening) {
  const most = request.rules.maxFiles;
  const count = spec.files.length + (request.allowed?.length ?? 0);
  if (most === null || count <= most) return null;
  return {
    reason: "scope",
    failed: `The issue lists ${count} files; this profile takes at most ${most}.`,
    decision: `Decompose first: make several issues of at most ${most} files each. Which part comes first?`,
  } as const;
}

/** With a base in hand: the listed files must fit it, then a plan is locked or proposed. */
export function onOpened(state: Opening, result: Result): Decision {
  if (result.kind !== "workspace_opened") return unexpected(state, result);
  const { kind: _kind, command: _command, ...ground } = result;
  const grounded: Grounded = { ...state, ground };
  const mismatch = fileMismatch(grounded);
  if (mismatch !== null) return block(grounded, mismatch);
  const noCommand = projectsProblem(grounded) ?? missingTestCommand(grounded);
  if (noCommand !== null) return block(grounded, noCommand);
  if (state.request.rules.redUnit === "slice") return probe(grounded);
  if (state.spec.files.length === 0) return proposePlan(grounded, []);
  const { allowed = [], planOnly = false } = state.request;
  const widened = withPaths(grounded, allowed);
  return planOnly ? askForLock(widened, []) : takeLock(widened);
}

/** A listed file that is neither there nor "(new)" is a typing error that no agent should guess at. */
function fileMismatch({ spec, ground }: Grounded) {
  const absent = spec.files.filter((file) => !file.isNew && !ground.existing.includes(file.path));
  const [first] = absent;
  const workflow = spec.files.find((file) => neverLockable(file.path));
  if (workflow !== undefined) {
    return {
      reason: "scope",
      failed: `The issue lists \`${workflow.path}\`, which no run may change.`,
      decision: `Take \`${workflow.path}\` off the list, or change it by hand. Which of the two?`,
    } as const;
  }
  if (first === undefined) return null;
  const paths = absent.map((file) => `\`${file.path}\``).join(", ");
  return {
    reason: "scope",
    failed: `The issue lists ${paths}, which ${ground.baseRef} does not have.`,
    decision: `Is \`${first.path}\` a new file? Then mark it "(new)"; otherwise correct its path.`,
  } as const;
}

/** Workflows and the bot's own config decide what runs with secrets; a listed line does not open them. */
export function neverLockable(path: string): boolean {
  return isProtectedPath(path) && /^(\.github\/|\.git|\.tdd-loop\/)/i.test(path);
}

function missingTestCommand({ request, spec, ground }: Grounded) {
  if (ground.projects !== undefined) return null;
  const line = testCommandOf(request, spec, ground);
  if (line !== null) return refusedTestCommand(line, request);
  return {
    reason: "configuration",
    failed: `No test command was found. Looked at: ${ground.lookedAt.join(", ") || "nothing that names one"}.`,
    decision: "Which command runs the tests? Set `testCommand:` in .github/tdd-loop.yml.",
  } as const;
}

/** A spec's own command line, and one that was found, are held to the policy like the configured ones. */
function refusedTestCommand(line: string, { config }: RunRequest) {
  const refusal = refusalOf({ name: "The test command", line }, config.allowCommands);
  if (refusal === null) return null;
  return {
    reason: "configuration",
    failed: refusal,
    decision: "Which command runs the tests? Set `testCommand:` in .github/tdd-loop.yml.",
  } as const;
}
