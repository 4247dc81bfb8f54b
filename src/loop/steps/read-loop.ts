import type { LoopSpec, SpecNote } from "../../domain/loop-spec/loop-spec.ts";
import { readFencedSpec, readSpecText } from "../../domain/loop-spec/spec-text.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import { fansOut } from "../away/is-away.ts";
import { judgeSpec } from "./judge-spec.ts";

export type ReadLoop =
  | { readonly kind: "read"; readonly loop: LoopSpec; readonly notes: readonly string[] }
  | { readonly kind: "refused"; readonly failed: string; readonly decision: string };

/**
 * The loop spec of a run: a person's own file, else the fenced block of the issue's text. Commands of a
 * block in an issue are those of the configuration, or the run does not start (decision 0003).
 */
export function readLoop(request: RunRequest): ReadLoop {
  const { loopSpec, body, config } = request;
  const reading = loopSpec === undefined ? readFencedSpec(body) : readSpecText(loopSpec.text);
  const where = loopSpec === undefined ? "the fenced block marked tdd" : loopSpec.path;
  if (reading.kind === "none") return noSpec;
  if (reading.kind === "invalid") return refused(where, reading.problems);
  const loop = withRules(reading.spec, request);
  const isIssue = loopSpec === undefined && request.origin === "github";
  const { allowCommands: allowed, testCommand } = config;
  const { validationCommand } = request.rules;
  const configured = [...allowed, testCommand ?? [], validationCommand ?? []].flat();
  const verdict = judgeSpec(loop, { kind: isIssue ? "issue" : "file", allowed, configured });
  const problems = [...verdict.problems, ...awayProblems(loop, request)];
  if (problems.length > 0) return refused(where, problems);
  const notes = [...reading.notes, ...verdict.notes].map(({ place, text }) => `${place} ${text}`);
  return { kind: "read", loop, notes };
}

const noSpec: ReadLoop = {
  kind: "refused",
  failed: "This profile works by a loop spec, and there is none.",
  decision:
    "What is to be proven? Put a fenced block marked tdd into the issue, or name a spec of the repository: `/tdd run NAME`. `tdd-loop spec new` writes one.",
};

function refused(where: string, problems: readonly SpecNote[]): ReadLoop {
  const list = problems.map(({ place, text }) => `- ${place}: ${text}`).join("\n");
  const failed = `The loop spec (${where}) cannot start:\n${list}`;
  return { kind: "refused", failed, decision: "Put right what is named, then run it again." };
}

/** Only tasks of a DAG are ready side by side. */
function awayProblems({ order }: LoopSpec, request: RunRequest): readonly SpecNote[] {
  if (!fansOut(request) || order === "dag") return [];
  const text =
    "has no dependsOn, and `rules.fanout: jobs` is for tasks that can be worked side by side. Say what depends on what, or set `rules.fanout` to `none` in .github/tdd-loop.yml";
  return [{ place: "steps", text }];
}

/** What the spec leaves open is the profile's to say. */
function withRules(spec: LoopSpec, { rules }: RunRequest): LoopSpec {
  const { validation } = spec;
  const isOpen = validation.isDefault && rules.validationCommand !== null;
  const own = isOpen ? { command: rules.validationCommand || null, isDefault: false } : validation;
  const validates = rules.done.includes("validation");
  return {
    ...spec,
    validation: validates ? own : { command: null, isDefault: false },
    verifyOutputPattern: spec.verifyOutputPattern ?? rules.outputPattern,
    verifyPrefix: spec.verifyPrefix ?? rules.commandPrefix,
    maxIterations: Math.min(spec.maxIterations, rules.maxIterations ?? spec.maxIterations),
    parallelism: spec.order === "dag" ? Math.max(spec.parallelism, rules.parallelism) : 1,
    taskWorktrees: spec.order === "dag" && (spec.taskWorktrees || rules.worktrees),
  };
}
