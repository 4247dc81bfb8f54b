import type { Event } from "../../domain/event.ts";
import type { ResultOf } from "../../domain/result.ts";
import { cyclingOf, inCycle } from "../cycling.ts";
import { block, commandFor, conclude, want } from "../issue-command.ts";
import type { Decision, GreenState, RedState } from "../state.ts";
import { unitOf } from "../unit.ts";
import { amendTests } from "./amend-tests.ts";
import { implement } from "./green-turns.ts";

/** With the second objection to the tests of one cycle a person decides (S4-24). */
const MOST_DISPUTES = 2;

/**
 * An implementer holds a test to be wrong. It may not mend it: a fresh tester looks, with the objection
 * word for word. The same dispute is never sent round twice.
 */
export function raiseDispute(
  state: GreenState,
  reason: string,
  events: readonly Event[],
): Decision {
  const { disputes, isUpheld } = cyclingOf(state);
  const { red, attempt, feedback } = state;
  const tried = [...state.tried, `Dispute: ${reason}`];
  const disputed = { red, attempt, feedback };
  const count = disputes + 1;
  const raised = inCycle({ ...state, tried }, { disputes: count, disputed });
  const told: Event[] = [...events, { type: "dispute.raised", reason }];
  if (count > MOST_DISPUTES) return stop(raised, reason, told);
  if (isUpheld || count === MOST_DISPUTES) return askPerson(raised, reason, told);
  return amendTests(raised, amendingFor(raised, [reason]), told);
}

function amendingFor(state: GreenState | RedState, said: readonly string[]) {
  const red = cyclingOf(state).disputed?.red;
  if (red === undefined) throw new Error("Bug: an objection to no test.");
  return { about: "dispute", said, tree: red.tree, since: unitOf(state).base.tree } as const;
}

/** The test stands: an implementer goes on where the one that objected stood, with the reasoning. */
export function upheld(
  state: RedState | GreenState,
  { by, why }: { readonly by: string; readonly why: string },
  events: readonly Event[],
): Decision {
  const { disputed } = cyclingOf(state);
  if (disputed === null) throw new Error("Bug: an objection to no test.");
  const { red, attempt, feedback } = disputed;
  const settled: Event = { type: "dispute.settled", outcome: "upheld", by, why };
  const who = by === "tester" ? "a fresh tester" : by;
  const said = `The implementer before you held a test to be wrong. It was looked at by ${who}, and it stands. Why: ${why}`;
  const next = inCycle(state, { isUpheld: true, disputed: null, amending: null });
  return implement({ ...next, red }, [...events, settled], [...feedback, said.trim()], attempt);
}

function askPerson(state: GreenState, reason: string, events: readonly Event[]): Decision {
  const { question, command } = asking(state, reason);
  return want(
    { ...state, step: "disputing" },
    { kind: "ask", what: "disputes", question, command },
    [...events, { type: "approval.requested", question, command }],
  );
}

function asking(state: GreenState, reason: string) {
  const { red, request } = state;
  const tests = Object.keys(red.seal).filter((path) => !(path in unitOf(state).seal));
  const isOnGitHub = request.origin === "github";
  const change = isOnGitHub
    ? "If it is wrong, comment /tdd answer and what it should demand."
    : "If it is wrong, answer with what it should demand, or later with tdd-loop answer TEXT.";
  const question = [
    `Is the test right? An implementer objects for the second time to what ${tests.join(", ")} demands.`,
    `The objection: ${reason}`,
    "If it is right, approve: it stands, and an implementer goes on.",
    change,
  ].join("\n");
  return { question, command: commandFor(request, "approve") };
}

export function onDisputeAnswer(state: GreenState, result: ResultOf<"asked">): Decision {
  const reason = state.tried.at(-1)?.replace(/^Dispute: /, "") ?? "";
  const { by, said = "" } = result;
  switch (result.answer) {
    case "approved":
      return upheld(state, { by, why: "A person decided it." }, [{ type: "approval.given", by }]);
    case "revised": {
      const given: Event = { type: "approval.given", by };
      const words = [reason, `A person decided: ${said}`];
      return amendTests(state, amendingFor(state, words), [given]);
    }
    case "waiting":
      return conclude(state, { kind: "action_required", ...asking(state, reason) });
    default:
      return stop(state, reason, []);
  }
}

function stop(state: GreenState, reason: string, events: readonly Event[]): Decision {
  return block(
    state,
    {
      reason: "contradiction",
      failed: `The implementer and the tests of this cycle do not agree. ${reason}`,
      decision:
        "Which of the two is right? Make the criterion more exact in the issue, then run again.",
    },
    events,
  );
}
