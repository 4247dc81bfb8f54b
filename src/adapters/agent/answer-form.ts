import type { ZodType } from "zod";
import {
  CriticForm,
  EditorForm,
  PlannerForm,
  StepForm,
  WriterForm,
} from "../../domain/answer-forms.ts";
import type { Cannot } from "../../domain/answers.ts";
import {
  CriticAnswer,
  DecomposerAnswer,
  EditorAnswer,
  PlannerAnswer,
  RefinerAnswer,
  StepAnswer,
  WriterAnswer,
} from "../../domain/answers.ts";
import type { Role } from "../../domain/config.ts";
import type { Answer } from "../../domain/result.ts";
import { ReviewerForm } from "../../domain/reviewer-form.ts";
import { DecomposerForm, RefinerForm } from "../../domain/slice-forms.ts";
import { unreachable } from "../../domain/unreachable.ts";

export type FinishTool =
  | "finish_plan"
  | "finish_slices"
  | "finish_tests"
  | "finish_edit"
  | "finish_review"
  | "finish_suggestions"
  | "finish_findings"
  | "report_step";

/** How a role hands in its work: the form it fills, and the answer that the form becomes. */
export interface AnswerForm {
  /** The tool that hands it in. */
  readonly tool: FinishTool;
  readonly form: ZodType;
  /** Makes the answer of whatever has the shape of the role's stored answer; null if nothing fits. */
  readonly read: (filled: unknown) => Answer | null;
  /** The answer that asks a person instead. Null for a critic, who can always judge. */
  readonly giveUp: ((cannot: Cannot) => Answer) | null;
}

const planner: AnswerForm = {
  tool: "finish_plan",
  form: PlannerForm,
  read: (filled) => {
    const parsed = PlannerAnswer.safeParse(filled);
    return parsed.success ? { kind: "plan", plan: parsed.data } : null;
  },
  giveUp: (cannot) => ({ kind: "plan", plan: PlannerAnswer.parse({ cannot }) }),
};

const writer: AnswerForm = {
  tool: "finish_tests",
  form: WriterForm,
  read: (filled) => {
    const parsed = WriterAnswer.safeParse(filled);
    return parsed.success ? { kind: "tests", tests: parsed.data } : null;
  },
  giveUp: (cannot) => ({ kind: "tests", tests: WriterAnswer.parse({ cannot }) }),
};

const editor: AnswerForm = {
  tool: "finish_edit",
  form: EditorForm,
  read: (filled) => {
    const parsed = EditorAnswer.safeParse(filled);
    return parsed.success ? { kind: "edit", edit: parsed.data } : null;
  },
  giveUp: (cannot) => ({ kind: "edit", edit: EditorAnswer.parse({ cannot }) }),
};

const developer: AnswerForm = {
  tool: "report_step",
  form: StepForm,
  read: (filled) => {
    const parsed = StepAnswer.safeParse(filled);
    return parsed.success ? { kind: "step", step: parsed.data } : null;
  },
  giveUp: (cannot) => ({ kind: "step", step: StepAnswer.parse({ cannot }) }),
};

const critic: AnswerForm = {
  tool: "finish_review",
  form: CriticForm,
  read: (filled) => {
    const parsed = CriticAnswer.safeParse(filled);
    return parsed.success ? { kind: "review", review: parsed.data } : null;
  },
  giveUp: null,
};

const decomposer: AnswerForm = {
  tool: "finish_slices",
  form: DecomposerForm,
  read: (filled) => {
    const parsed = DecomposerAnswer.safeParse(filled);
    return parsed.success ? { kind: "decomposition", plan: parsed.data } : null;
  },
  giveUp: (cannot) => ({ kind: "decomposition", plan: DecomposerAnswer.parse({ cannot }) }),
};

const refiner: AnswerForm = {
  tool: "finish_suggestions",
  form: RefinerForm,
  read: (filled) => {
    const parsed = RefinerAnswer.safeParse(filled);
    return parsed.success ? { kind: "suggestions", refinement: parsed.data } : null;
  },
  giveUp: null,
};

/** The same answer as a critic's: only the questions differ. */
const reviewer: AnswerForm = {
  tool: "finish_findings",
  form: ReviewerForm,
  read: (filled) => {
    const parsed = CriticAnswer.safeParse(withKinds(filled));
    return parsed.success ? { kind: "review", review: parsed.data } : null;
  },
  giveUp: null,
};

/** Which kind a finding is follows from whose work it is about. */
function withKinds(filled: unknown): unknown {
  const form = ReviewerForm.safeParse(filled);
  if (!form.success) return filled;
  const findings = form.data.findings.map((finding) => {
    const kind = finding.side === "test" ? "missing_edge_case" : "drift";
    return { kind, ...finding };
  });
  return { ...form.data, findings };
}

export function answerForm(role: Role): AnswerForm {
  switch (role) {
    case "planner":
      return planner;
    case "writer":
      return writer;
    case "critic":
      return critic;
    case "decomposer":
      return decomposer;
    case "refiner":
      return refiner;
    case "scaffolder":
    case "implementer":
    case "debugger":
    case "refactorer":
      return editor;
    case "developer":
      return developer;
    case "reviewer":
      return reviewer;
    default:
      return unreachable(role);
  }
}

/** The forms that every role is offered, in this order; a role with another one is offered that besides. */
export const answerForms: readonly AnswerForm[] = [planner, writer, editor, critic, developer];
