import type { Role } from "../../domain/config.ts";
import { promisedNames } from "../../domain/promised-names.ts";
import type { Promised, RedVerdict, Written } from "../../domain/red-verdict.ts";
import type { ResultOf } from "../../domain/result.ts";
import type { FailureCause, TestRun } from "../../domain/test-run.ts";
import { failures } from "../../domain/test-run.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { letEachFail } from "../../gates/coverage.ts";
import { goneTests } from "../../gates/red/gone-tests.ts";
import { judgeRed } from "../../gates/red/judge-red.ts";
import { endsRunFix } from "../../gates/red/judge-scaffold.ts";
import { judgeMutations } from "../../gates/tamper/run-mutations.ts";
import type { RedState, RunState } from "../state.ts";
import { unitOf } from "../unit.ts";
import { heldAgainst, standsAmended } from "./amend-tests.ts";
import { judgeRun } from "./judge-run.ts";
import { sentence } from "./turn.ts";

/** What a run that an agent asked for is worth to its role, in the words of the gate that waits for it. */
export interface JudgedTry {
  readonly isAsWanted: boolean;
  readonly says: string;
}

interface Ran extends Pick<ResultOf<"tests_ran">, "run" | "mutated"> {
  /** What the agent has changed so far. */
  readonly written: readonly Written[];
}

/** Null where no gate waits for such a run. */
export function judgeTry(role: Role, state: RunState, ran: Ran): JudgedTry | null {
  if (state.phase === "green" || state.phase === "review") return greenTry(judgeRun(state, ran));
  if (state.phase !== "red") return null;
  const mutations = judgeMutations(ran.mutated ?? [], state.restless);
  if (mutations.kind === "fail") return unwanted(`${sentence(mutations.reason)} ${mutations.fix}`);
  if (role === "writer") return writerTry(state, ran);
  return role === "scaffolder" ? stubsTry(state, ran.run) : null;
}

function greenTry(verdict: Verdict): JudgedTry {
  if (verdict.kind === "pass") {
    return wanted("every new test passes, and whatever fails now failed before the run, too.");
  }
  return verdict.kind === "fail"
    ? unwanted(`${sentence(verdict.reason)} ${verdict.fix}`)
    : unwanted(verdict.why);
}

/** The names that the writer will declare are not known yet: each missing one is taken for promised. */
function writerTry(before: RedState, ran: Ran): JudgedTry | null {
  const { run, written } = ran;
  const isAmending = before.cycling?.amending != null;
  if (isAmending && written.length === 0) return null;
  const state = heldAgainst(before, run, written);
  if (standsAmended(state, ran)) return wanted("the code stands what the amended tests demand.");
  const { before: baseline, spec } = unitOf(state);
  const missing = missingIn(run);
  const promised = promisedNames(spec, { modules: [], symbols: [] });
  const verdict = judgeRed({
    baseline,
    now: run,
    promised: withNames(promised, missing),
    written,
  });
  const faults = faultsOf(verdict, refusesPassing(state), takeOut);
  if (faults !== null) return unwanted(faults);
  const stopped = stoppedIn(run);
  if (stopped.length > 0) return unwanted(letEachFail(stopped));
  const names =
    missing.length === 0
      ? ""
      : ` Do not exist yet: ${missing.join(", ")}. If the issue promises them, name them under \`promised\`; if not, they are a mistake in the tests.`;
  return wanted(`what is new fails, and none of it passes.${names}`);
}

function refusesPassing({ request, cycling }: RedState): boolean {
  if (cycling?.amending?.about === "findings") return false;
  return ["block", "covered"].includes(request.rules.passesAtRed);
}

function stubsTry(state: RedState, run: TestRun): JudgedTry | null {
  const { work } = state;
  const { before: baseline } = unitOf(state);
  if (work === null) return null;
  const verdict = judgeRed({ baseline, now: run, promised: work.promised, written: work.written });
  const faults = faultsOf(verdict, refusesPassing(state), raiseOnly);
  if (faults !== null) return unwanted(faults);
  const gone = goneTests(baseline, run, work.announced);
  if (!verdict.needsScaffold && gone.length > 0)
    return unwanted(`The run ends before "${gone.slice(0, 5).join('", "')}". ${endsRunFix}`);
  if (!verdict.needsScaffold) return wanted("the new tests run, and each of them fails.");
  const names = verdict.missing.map(({ name }) => name).join(", ");
  return unwanted(`The tests still miss ${names}.`);
}

/**
 * Where only printed text tells of tests (tape), a call of what does not exist yet ends the whole file, and
 * a stub that raises will, too: what stands behind is not seen. A missing import is mended by stubs.
 */
function stoppedIn(run: TestRun): readonly string[] {
  if (run.kind !== "finished" || run.source !== "text") return [];
  const called = run.loadFailures.filter(({ message }) => CALLED.test(message));
  return [...new Set(called.map(({ file }) => file))];
}

const CALLED = /\bis not a (?:function|constructor)\b/;

const takeOut =
  "Take them out, or let them demand what is still missing. What only stays as it is, the existing tests hold: mark that criterion preserved.";
const raiseOnly =
  "Let each body fail as not implemented and do nothing else: no result, no logic, no empty body.";

function faultsOf(verdict: RedVerdict, mayNotPass: boolean, fix: string): string | null {
  if (verdict.verdict !== "right_reason") return verdict.fix;
  const passing = verdict.tests.filter((test) => test.verdict === "already_satisfied");
  if (!mayNotPass || passing.length === 0) return null;
  return `These new tests pass already: ${passing.map(({ id }) => `"${id}"`).join(", ")}. ${fix}`;
}

function missingIn(run: TestRun): readonly string[] {
  const causes = causesIn(run);
  const names = causes.flatMap((cause) => (cause.kind === "missing_target" ? [cause.name] : []));
  return [...new Set(names)].filter((name) => name !== "");
}

function causesIn(run: TestRun): readonly FailureCause[] {
  if (run.kind === "did_not_start") return [run.cause];
  if (run.kind !== "finished") return [];
  const failed = failures(run).flatMap(({ outcome }) =>
    "cause" in outcome ? [outcome.cause] : [],
  );
  return [...failed, ...run.loadFailures.map(({ cause }) => cause)];
}

function withNames(promised: Promised, names: readonly string[]): Promised {
  const { modules, symbols, files } = promised;
  return { files, modules: [...modules, ...names], symbols: [...symbols, ...names] };
}

function wanted(what: string): JudgedTry {
  return { isAsWanted: true, says: `As wanted: ${what}` };
}

function unwanted(what: string): JudgedTry {
  return { isAsWanted: false, says: `Not as wanted yet: ${what}` };
}
