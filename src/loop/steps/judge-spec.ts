import type { LoopSpec, SpecNote } from "../../domain/loop-spec/loop-spec.ts";
import { refusalOf } from "../../gates/command-policy/refusal.ts";
import { checkGraph, describeGraphProblem } from "./check-graph.ts";
import { ownershipConflicts, unusablePattern } from "./ownership.ts";
import { prefixBreach } from "./verify-prefix.ts";

export interface SpecVerdict {
  /** The loop does not start with these. */
  readonly problems: readonly SpecNote[];
  readonly notes: readonly SpecNote[];
}

/** Where a spec comes from: an issue's text chooses no command that the configuration does not name. */
export interface SpecSource {
  readonly kind: "file" | "issue";
  /** Lines that the command policy lets pass (`allowCommands`). */
  readonly allowed: readonly string[];
  /** Lines that an issue may name: the configured test command and what is allowed. */
  readonly configured: readonly string[];
}

/**
 * What stands against starting a spec that could be read: order of its tasks, files owned twice, and
 * each of its commands, those of steps as well as its own (S1-21, S1-42, S1-53, S1-60).
 */
export function judgeSpec(spec: LoopSpec, source: SpecSource): SpecVerdict {
  const graph = checkGraph(spec.tasks).map((problem) => ({
    place: "steps",
    text: describeGraphProblem(problem),
  }));
  const owned = judgeOwnership(spec);
  return {
    problems: [...graph, ...judgeCommands(spec, source), ...judgePatterns(spec), ...owned.problems],
    notes: owned.notes,
  };
}

interface SpecCommand {
  readonly place: string;
  readonly line: string;
  readonly isVerifier: boolean;
}

/** Every command that a spec would have run, once. */
function commandsOf({ tasks, order, finalCheck, validation }: LoopSpec): readonly SpecCommand[] {
  const checks = tasks.map((task, i) => ({
    place: order === "one" ? "check" : `steps[${i}].check`,
    line: task.check,
    isVerifier: true,
  }));
  const last =
    finalCheck === null ? [] : [{ place: "finalCheck", line: finalCheck, isVerifier: true }];
  const validating =
    validation.command === null || validation.isDefault
      ? []
      : [{ place: "validationCommand", line: validation.command, isVerifier: false }];
  const all = [...checks, ...last, ...validating];
  return all.filter((command, i) => all.findIndex(({ line }) => line === command.line) === i);
}

function judgeCommands(spec: LoopSpec, source: SpecSource): SpecNote[] {
  return commandsOf(spec).flatMap(({ place, line, isVerifier }) => {
    const refusal = refusalOf({ name: "The command", line }, source.allowed);
    const breach = isVerifier ? prefixBreach(line, spec.verifyPrefix) : null;
    const foreign = source.kind === "issue" && !source.configured.includes(line);
    const texts = [refusal, breach, foreign ? foreignText(line) : null];
    return texts.flatMap((text) => (text === null ? [] : [{ place, text }]));
  });
}

function foreignText(line: string): string {
  return `An issue's text chooses no command. Set \`testCommand\` to ${JSON.stringify(line)} in .github/tdd-loop.yml, or list it under \`allowCommands\` there; or keep the spec in a file of the default branch`;
}

function judgePatterns({ tasks }: LoopSpec): SpecNote[] {
  return tasks.flatMap((task, i) =>
    task.files.flatMap((pattern) => {
      const why = unusablePattern(pattern);
      return why === null ? [] : [{ place: `steps[${i}].files`, text: `"${pattern}" ${why}` }];
    }),
  );
}

/** Only tasks of a DAG can be ready together. */
function judgeOwnership(spec: LoopSpec): SpecVerdict {
  if (spec.order !== "dag") return { problems: [], notes: [] };
  const told = ownershipConflicts(spec.tasks).map(({ first, second, one, other }) => ({
    place: "steps",
    text: `"${first}" (${one}) and "${second}" (${other}) own the same files`,
  }));
  if (spec.overlap === "refuse") {
    const fix = "; put one behind the other with dependsOn, or set overlap: serialise";
    return { problems: told.map((note) => ({ ...note, text: note.text + fix })), notes: [] };
  }
  const notes = told.map((note) => ({
    ...note,
    text: `${note.text}; they are done one after the other`,
  }));
  const silent = spec.tasks.filter(({ files }) => files.length === 0).map(({ id }) => id);
  const isSideBySide = spec.parallelism > 1 && silent.length > 0;
  const unsure = {
    place: "steps",
    text: `${silent.join(", ")}: no files are named, so it cannot be seen whether they get in each other's way`,
  };
  return { problems: [], notes: isSideBySide ? [...notes, unsure] : notes };
}
