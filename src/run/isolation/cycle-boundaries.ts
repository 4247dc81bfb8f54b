import type { Task } from "../../domain/command.ts";
import type { Rules } from "../../domain/rules.ts";
import type { CyclePrompt, PromptName } from "../prompt-names.ts";

/** The roles of a cycle. A tester that has tests before it is a role of its own: it is told other things. */
export type CycleRole = "tester" | "judge" | "scaffolder" | "implementer" | "reviewer";

/** Everything that a role of a cycle may ever be told, by the name that its prompt has for it. */
export type CycleTold =
  | "feature"
  | "seams"
  | "testLocations"
  | "redCommand"
  | "fullTestCommand"
  | "baseline"
  | "allowedTestSurface"
  | "cycleLimit"
  | "repo"
  | "cycle"
  | "slice"
  | "repositoryGuidance"
  | "testStrategy"
  | "failingTests"
  | "failureOutput"
  | "scaffold"
  | "names"
  | "allowedSurface"
  | "baseRevision"
  | "about"
  | "said"
  | "scope"
  | "reviewedSurface"
  | "facts"
  | "diff"
  | "earlier"
  | "feedback";

export interface CycleBoundary {
  /** The file in prompts/ whose variables are exactly `told`, and what stands before its rules. */
  readonly prompt: CyclePrompt;
  readonly houses: readonly PromptName[];
  readonly told: readonly CycleTold[];
}

const house = ["cycle-common"] as const;
const ofTests = ["cycle-common", "cycle-doctrine"] as const;

/** The block of a tester (S4-15) … */
const testing = [
  ...["feature", "seams", "testLocations", "redCommand", "fullTestCommand", "baseline"],
  ...["allowedTestSurface", "repo", "repositoryGuidance", "testStrategy"],
] as const satisfies readonly CycleTold[];

/** … and of an implementer (S4-20), which has no word of a tester's in it. */
const implementing = [
  ...["feature", "seams", "failingTests", "redCommand", "allowedSurface", "baseRevision"],
  ...["baseline", "fullTestCommand", "repo", "repositoryGuidance", "testStrategy"],
] as const satisfies readonly CycleTold[];

/**
 * Who is told what (S4-3, S4-4). All of them see the repository; what is kept apart is what they say. A
 * prompt is made of these fields and no others, so what one role answers reaches another only as a field
 * that is named here. `feedback` is what gates said, and what was decided of an objection or found in a review.
 */
export const cycleBoundaries: Readonly<Record<CycleRole, CycleBoundary>> = {
  tester: {
    prompt: "cycle-tester",
    houses: ofTests,
    told: [...testing, "cycleLimit", "cycle", "slice", "earlier", "feedback"],
  },
  judge: {
    prompt: "cycle-judge",
    houses: ofTests,
    told: [...testing, "about", "said", "failingTests", "earlier", "feedback"],
  },
  scaffolder: {
    prompt: "cycle-scaffolder",
    houses: house,
    told: [...implementing, "names", "feedback"],
  },
  implementer: {
    prompt: "cycle-implementer",
    houses: house,
    told: [...implementing, "failureOutput", "scaffold", "feedback"],
  },
  reviewer: {
    prompt: "cycle-reviewer",
    houses: ofTests,
    told: [
      ...["scope", "feature", "seams", "repositoryGuidance", "testStrategy", "baseline"],
      ...["baseRevision", "reviewedSurface", "diff", "fullTestCommand", "repo", "facts"],
    ] as const,
  },
};

/** The role that a task is for; null where it is none of a cycle. */
export function cycleRoleOf({ role, cycle }: Task, rules: Rules): CycleRole | null {
  if (rules.redUnit !== "cycle") return null;
  switch (role) {
    case "writer":
      return cycle === undefined || cycle.about === "behaviour" ? "tester" : "judge";
    case "scaffolder":
    case "implementer":
    case "reviewer":
      return role;
    default:
      return null;
  }
}
