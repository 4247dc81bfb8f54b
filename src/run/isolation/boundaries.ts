import type { FileKind } from "../../domain/file-kind.ts";
import type { Rules } from "../../domain/rules.ts";
import type { IsolatedPrompt } from "../prompt-names.ts";

/** Roles that can be kept from seeing what others see. */
export type IsolatedRole = "writer" | "scaffolder" | "implementer" | "refiner";

/** Everything that an isolated role may ever be told, by the name that its prompt has for it. */
export type Told =
  | "sliceSpec"
  | "publicApi"
  | "documentation"
  | "testFile"
  | "existingTest"
  | "earlierTest"
  | "skeleton"
  | "framework"
  | "language"
  | "layer"
  | "testRules"
  | "dependencyRules"
  | "feedback"
  | "names"
  | "stubFeedback"
  | "failingTest"
  | "failure"
  | "fileTree"
  | "sources"
  | "usedSources"
  | "mayWrite"
  | "previousAttempt"
  | "previousError"
  | "allTests"
  | "allSources"
  | "greenOutput"
  | "sliceLayers";

export interface Boundary {
  /** The file in prompts/ whose variables are exactly `told`. */
  readonly prompt: IsolatedPrompt;
  readonly told: readonly Told[];
  /** What its copy of the repository holds: kinds of files, or only what the run has touched so far. */
  readonly view: readonly FileKind[] | "session";
  /** Whether it may have the tests run: what fails quotes code that a writer must not see. */
  readonly runsTests: boolean;
}

/**
 * Who sees what (S3-4, S3-4a). A prompt is made of these variables and no others, and a turn is taken in
 * a tree of these files and no others: what is not in this table cannot reach the role.
 */
export const boundaries: Readonly<Record<IsolatedRole, Boundary>> = {
  writer: {
    prompt: "slice-writer",
    told: [
      "sliceSpec",
      "language",
      "framework",
      "publicApi",
      "documentation",
      "testFile",
      "existingTest",
      "earlierTest",
      "skeleton",
      "layer",
      "testRules",
      "feedback",
    ],
    view: ["test", "prose", "description"],
    runsTests: false,
  },
  scaffolder: {
    prompt: "slice-scaffolder",
    told: [
      "names",
      "language",
      "failingTest",
      "fileTree",
      "sources",
      "usedSources",
      "mayWrite",
      "stubFeedback",
    ],
    view: ["source", "test", "description", "other"],
    runsTests: true,
  },
  implementer: {
    prompt: "slice-implementer",
    told: [
      "language",
      "failingTest",
      "failure",
      "fileTree",
      "sources",
      "usedSources",
      "layer",
      "dependencyRules",
      "mayWrite",
      "previousAttempt",
      "previousError",
    ],
    view: ["source", "test", "description", "other"],
    runsTests: true,
  },
  refiner: {
    prompt: "slice-refiner",
    told: ["language", "greenOutput", "allTests", "allSources", "sliceLayers"],
    view: "session",
    runsTests: false,
  },
};

/** The boundary that a role works behind under these rules; null where it may see everything. */
export function boundaryOf(role: string, rules: Rules): Boundary | null {
  switch (role) {
    case "writer":
      return rules.writerSees === "public_api" ? boundaries.writer : null;
    case "scaffolder":
    case "implementer":
      return rules.implementerSees === "failing_test" ? boundaries[role] : null;
    case "refiner":
      return boundaries.refiner;
    default:
      return null;
  }
}
