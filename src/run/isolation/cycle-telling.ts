import type { Task } from "../../domain/command.ts";
import type { Fact } from "../../domain/fact.ts";
import { firstCycle } from "../../loop/cycling.ts";
import type { Baselined, Reddened, RunState } from "../../loop/state.ts";
import type { TestWork } from "../../loop/test-work.ts";
import type { Views, Workspace } from "../../ports.ts";

/** What the fields of a cycle's roles are made of. */
export interface CycleTelling {
  readonly task: Task;
  readonly state: Baselined & Partial<Pick<Reddened, "red">> & { readonly work?: TestWork | null };
  readonly facts: readonly Fact[];
  readonly views: Views;
  readonly workspace: Pick<Workspace, "readFile" | "diff">;
}

/** For prompts that are looked at without a run behind them. */
const beforeBaseline = {
  baseline: {
    kind: "did_not_start",
    framework: "",
    cause: { kind: "misconfigured" },
    why: "not run",
    output: "",
    durationMs: 0,
  },
  restless: [],
  slicing: null,
  cycling: firstCycle,
} as const;

export function cycleTellingOf(
  task: Task,
  state: RunState,
  { views, workspace }: Pick<CycleTelling, "views" | "workspace">,
  facts: readonly Fact[],
): CycleTelling {
  const given = { task, facts, views, workspace };
  if ("baseline" in state) return { ...given, state };
  if (!("lock" in state && "spec" in state)) throw new Error("Bug: a turn before the lock.");
  return { ...given, state: { ...state, ...beforeBaseline } };
}
