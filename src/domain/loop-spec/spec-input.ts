import { z } from "zod";
import { SpecShape } from "./loop-spec.ts";

const identifier = z.union([z.string(), z.number()]);
const command = z.string();
const count = z.number();

/** The step of a spec, as it is written. */
const StepInput = z.object({
  id: identifier
    .optional()
    .describe(
      "Short name of the step; its name, else step-N, when absent. Made lower case, with dashes.",
    ),
  name: z.string().optional().describe("The behaviour, as a sentence."),
  prompt: z.string().optional().describe("What the agent is told; the spec's prompt when absent."),
  check: command.optional().describe("Command that proves the step; the spec's check when absent."),
  dependsOn: z
    .union([z.array(identifier), identifier])
    .optional()
    .describe("Ids of steps that must be done before. On any step, it makes the spec a DAG."),
  files: z
    .array(z.string())
    .optional()
    .describe('Paths, directories ending in "/" or globs that only this step may change.'),
});

/** A loop spec, as it is written. Defaults and limits are in the words; `readLoopSpec` fills them in. */
export const SpecInput = z.object({
  name: z.string().describe("Unique name; used for file names and branches."),
  goal: z.string().optional().describe("What the loop should reach (Complete the requested task.)"),
  shape: SpecShape.optional().describe("Found by the fields when absent; fuzzy has to be said."),
  mode: z
    .enum(["tdd", "test-plan", "dag-plan"])
    .optional()
    .describe("Old way to say the shape: tdd has no steps, test-plan and dag-plan have."),
  prompt: z.string().optional().describe("What the agent is told in each iteration."),
  check: command.optional().describe("Command that proves completion (npm test)."),
  attempts: count
    .optional()
    .describe("Attempts: in all without steps (5), per step with them (3). At most 50."),
  maxIterations: count
    .optional()
    .describe("Iterations in all: 5 without steps, computed with them. At most 50."),
  maxIterationsPerStep: count.optional().describe("Attempts per step (3). attempts is shorter."),
  timeoutMs: count
    .optional()
    .describe("Limit of one check in milliseconds (120000, at least 1000)."),
  steps: z
    .array(StepInput)
    .optional()
    .describe("One behaviour each; in order, or by dependsOn as a DAG."),
  finalCheck: command.optional().describe("Command for the whole, after the last step."),
  validationCommand: command
    .optional()
    .describe("Runs after a check that passed; an empty text skips it. Default: the Fallow audit."),
  parallelism: count
    .optional()
    .describe("Ready steps of a DAG that are shown together (1, at most 50)."),
  overlap: z
    .enum(["serialise", "refuse"])
    .optional()
    .describe("Steps that own the same files: one after the other (serialise), or an error."),
  taskWorktrees: z
    .boolean()
    .optional()
    .describe("A work tree of its own for each step of a DAG (false)."),
  autoCommitNoVerify: z.boolean().optional().describe("Commit without hooks (false)."),
  autoCommitAddUntracked: z
    .boolean()
    .optional()
    .describe("Commit reported files that git does not know yet (false)."),
  verifyOutputPattern: z
    .string()
    .optional()
    .describe("Regular expression that a check's output must match for exit 0 to count."),
  verifyPrefix: z.string().optional().describe("Every check must begin with this, word for word."),
  specVersion: z.literal(1).optional().describe("Version of this form."),
});
export type SpecInput = z.infer<typeof SpecInput>;
export type StepInput = z.infer<typeof StepInput>;

/** Old names of fields, with the one that counts now. */
export const specAliases: Readonly<Record<string, keyof SpecInput>> = {
  taskPrompt: "prompt",
  iterationPrompt: "prompt",
  verifyCommand: "check",
  verificationHint: "check",
  verifyTimeoutMs: "timeoutMs",
  plan: "steps",
  finalVerifyCommand: "finalCheck",
};

export const stepAliases: Readonly<Record<string, keyof StepInput>> = {
  taskPrompt: "prompt",
  iterationPrompt: "prompt",
  verifyCommand: "check",
  verificationHint: "check",
};

/** Fields that once meant something, and what became of it. */
export const retiredFields: Readonly<Record<string, string>> = {
  memoryPath: "is not used any more: runs are kept in .tdd-loop",
  doneRule: "is not used any more: verifier and validation decide",
  autoCommitEachStep: "is not used any more: every completed step is committed",
};

export const specFields: readonly string[] = Object.keys(SpecInput.shape);
export const stepFields: readonly string[] = Object.keys(StepInput.shape);

/** The form of a spec for editors: JSON Schema, with the old names as deprecated properties. */
export function specJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(SpecInput, { io: "input" }) as JsonSchema;
  const steps = schema.properties["steps"];
  const step = steps?.items;
  if (step !== undefined) close(step, stepAliases);
  close(schema, specAliases);
  for (const [name, text] of Object.entries(retiredFields)) {
    schema.properties[name] = { description: `${name} ${text}.`, deprecated: true };
  }
  schema.properties["$schema"] = { type: "string" };
  return { title: "A tdd-loop spec", ...schema };
}

interface JsonSchema {
  readonly [key: string]: unknown;
  properties: Record<string, JsonProperty>;
  additionalProperties?: boolean;
}

interface JsonProperty {
  readonly items?: JsonSchema;
  readonly [key: string]: unknown;
}

function close(schema: JsonSchema, aliases: Readonly<Record<string, string>>): void {
  for (const [old, now] of Object.entries(aliases)) {
    const { description: _said, ...form } = schema.properties[now] ?? {};
    schema.properties[old] = { ...form, description: `Old name of ${now}.`, deprecated: true };
  }
  schema.additionalProperties = false;
}
