import type { Command } from "../../src/domain/command.ts";
import { observedRun } from "../../src/domain/proof-evidence.ts";
import type { Result } from "../../src/domain/result.ts";
import type { RunRequest } from "../../src/domain/run-request.ts";
import type { Layer, LayerMap, Slice } from "../../src/domain/slice.ts";
import type { TestRun } from "../../src/domain/test-run.ts";
import { rulesOf } from "../../src/loop/profiles.ts";
import { failed, finished, makeChange, makeRequest, passed, spend, writerAnswer } from "./make.ts";
import type { Played, World } from "./play.ts";
import { play, soundProof, wellBehaved } from "./play.ts";

export function makeSlice(number: number, layer: Layer, more: Partial<Slice> = {}): Slice {
  return {
    id: `S${number}`,
    title: `Behaviour ${number}`,
    behaviour: `f${number}(1) is ${number}.`,
    layer,
    files: [{ path: `src/${layer}/f${number}.js`, isNew: true }],
    testFile: `test/f${number}.test.js`,
    after: [],
    ...more,
  };
}

export const layers: LayerMap = {
  "src/domain/": "domain",
  "src/application/": "application",
  "src/infrastructure/": "infrastructure",
};

export const threeSlices = [
  makeSlice(3, "infrastructure", { after: ["S2"] }),
  makeSlice(1, "domain"),
  makeSlice(2, "application", { after: ["S1"] }),
];

const withoutList = `Two numbers.

### Acceptance criteria
- [ ] \`f1(1)\` is \`1\`
`;

/** A request of the profile `slices`; \`overrides\` are laid over its rules. */
export function sliceRequest(overrides: Partial<RunRequest["rules"]> = {}): RunRequest {
  const reading = rulesOf("slices", overrides);
  if (reading.kind !== "rules") throw new Error(reading.why);
  return makeRequest({ profile: "slices", rules: reading.rules, body: withoutList });
}

/** Plays a whole run of approved slices, each well-behaved but for what \`world\` says. */
export function playSlices(
  slices: readonly Slice[],
  world: World = () => null,
  request = sliceRequest(),
): Played {
  const done: string[] = [];
  let at = "";
  return play((command, nth) => {
    if (command.kind === "take_turn" && command.task.role === "writer")
      at = sliceOf(slices, command);
    if (command.kind === "commit" && command.phase === "green") done.push(at);
    return world(command, nth) ?? usual(command, slices, { at, done });
  }, request);
}

interface Progress {
  readonly at: string;
  readonly done: readonly string[];
}

function sliceOf(slices: readonly Slice[], command: Extract<Command, { kind: "take_turn" }>) {
  const [testFile] = command.task.mayWrite;
  return slices.find((slice) => slice.testFile === testFile)?.id ?? "";
}

function usual(command: Command, slices: readonly Slice[], progress: Progress): Result | null {
  switch (command.kind) {
    case "open_workspace":
      return { ...(wellBehaved(command) as Extract<Result, { kind: "workspace_opened" }>), layers };
    case "ask":
      return { kind: "asked", command: command.id, answer: "approved", by: "mona" };
    case "take_turn":
      return turn(command, slices, progress);
    case "run_tests":
      return {
        ...(wellBehaved(command) as Extract<Result, { kind: "tests_ran" }>),
        run: runAt(command.purpose, progress),
      };
    case "commit": {
      const sha = `sha-${command.phase}-${progress.at}-${command.id}`;
      return { kind: "committed", command: command.id, sha, tree: command.tree };
    }
    case "prove": {
      const main = runAt("green", progress);
      const elsewhere = { observed: observedRun(main), shaky: [] };
      const evidence = { ...soundProof, elsewhere, canaries: [] };
      return { ...(wellBehaved(command) as Extract<Result, { kind: "proven" }>), evidence };
    }
    default:
      return null;
  }
}

function runAt(purpose: string, { at, done }: Progress): TestRun {
  const old = [passed("old"), ...done.map((id) => passed(`test of ${id}`))];
  if (purpose === "baseline") return finished([passed("old")]);
  if (purpose === "red") return finished([...old, failed(`test of ${at}`)]);
  return finished(done.includes(at) ? old : [...old, passed(`test of ${at}`)]);
}

function turn(
  { id, task }: Extract<Command, { kind: "take_turn" }>,
  slices: readonly Slice[],
  { at }: Progress,
): Result {
  const slice = slices.find((one) => one.id === at);
  const base = {
    command: id,
    kind: "turn_taken",
    role: task.role,
    tree: `${task.role}-${at}-${task.attempt}`,
    offences: [] as { code: string; path: string; fix: string }[],
    testTexts: {},
    spend,
  } as const;
  switch (task.role) {
    case "decomposer":
      return {
        ...base,
        changes: [],
        answer: { kind: "decomposition", plan: { slices: [...slices], cannot: null } },
      };
    case "writer":
      return {
        ...base,
        changes: [makeChange(slice?.testFile ?? "")],
        answer: { kind: "tests", tests: writerAnswer },
      };
    case "refiner":
      return {
        ...base,
        changes: [],
        answer: { kind: "suggestions", refinement: { suggestions: [], summary: "fine" } },
      };
    default:
      return {
        ...base,
        changes: (slice?.files ?? []).map((file) => makeChange(file.path)),
        answer: { kind: "edit", edit: { summary: `made ${at}`, cannot: null } },
      };
  }
}
