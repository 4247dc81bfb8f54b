import { parse } from "yaml";
import { z } from "zod";

/** Only what this runner uses of a workflow file; GitHub's other keys are let through unread. */
const Texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const Env = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .transform((env) =>
    Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value ?? "")])),
  );
const PermissionMap = z.record(z.string(), z.enum(["read", "write", "none"]));
const Permissions = z.union([z.enum(["read-all", "write-all"]), PermissionMap]);
const Condition = z.union([z.string(), z.boolean()]).transform(String);

const Concurrency = z
  .union([
    z.string().transform((group) => ({ group, "cancel-in-progress": false as const })),
    z.object({
      group: z.string(),
      "cancel-in-progress": z.union([z.boolean(), z.string()]).default(false),
    }),
  ])
  .transform((asked) => ({ group: asked.group, cancel: String(asked["cancel-in-progress"]) }));

export const Step = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  if: Condition.optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: Env.optional(),
  env: Env.optional(),
  shell: z.string().optional(),
  "working-directory": z.string().optional(),
  "continue-on-error": z.boolean().optional(),
});
export type Step = z.infer<typeof Step>;

export const JobDefinition = z.object({
  name: z.string().optional(),
  if: Condition.optional(),
  needs: Texts.optional(),
  /** Labels of the machine; a group of machines is the owner's own. */
  "runs-on": z
    .union([Texts, z.object({ labels: Texts.optional() }).transform(({ labels }) => labels ?? [])])
    .optional(),
  permissions: Permissions.optional(),
  env: Env.optional(),
  outputs: Env.optional(),
  concurrency: Concurrency.optional(),
  "timeout-minutes": z.number().optional(),
  steps: z.array(Step).default([]),
});
export type JobDefinition = z.infer<typeof JobDefinition>;

const Input = z
  .object({
    description: z.string().optional(),
    required: z.boolean().default(false),
    default: z.union([z.string(), z.number(), z.boolean()]).optional(),
    type: z.enum(["string", "boolean", "number", "choice", "environment"]).default("string"),
    options: z.array(z.string()).optional(),
  })
  .nullish()
  .transform((input) => input ?? { required: false, type: "string" as const });
export type WorkflowInput = z.infer<typeof Input>;

const Trigger = z
  .object({
    types: Texts.optional(),
    branches: Texts.optional(),
    "branches-ignore": Texts.optional(),
    tags: Texts.optional(),
    inputs: z.record(z.string(), Input).nullish(),
  })
  .nullish()
  .transform((trigger) => trigger ?? {});
export type Trigger = z.infer<typeof Trigger>;

const On = z.union([
  Texts.transform((names) => Object.fromEntries(names.map((name) => [name, {} as Trigger]))),
  z.record(z.string(), z.union([z.array(z.unknown()).transform((): Trigger => ({})), Trigger])),
]);

const WorkflowFile = z.object({
  name: z.string().optional(),
  "run-name": z.string().optional(),
  on: On,
  permissions: Permissions.optional(),
  env: Env.optional(),
  concurrency: Concurrency.optional(),
  jobs: z.record(z.string(), JobDefinition),
});
export type WorkflowFile = z.infer<typeof WorkflowFile>;

export type ParsedWorkflow =
  | { readonly kind: "workflow"; readonly path: string; readonly file: WorkflowFile }
  | { readonly kind: "broken"; readonly path: string; readonly why: string };

export function parseWorkflow(path: string, text: string): ParsedWorkflow {
  try {
    const parsed = WorkflowFile.safeParse(parse(text));
    if (parsed.success) return { kind: "workflow", path, file: parsed.data };
    const why = parsed.error.issues
      .map((one) => `${one.path.join(".")}: ${one.message}`)
      .join("; ");
    return { kind: "broken", path, why };
  } catch (cause) {
    return { kind: "broken", path, why: cause instanceof Error ? cause.message : String(cause) };
  }
}
