import { stringify } from "yaml";

/** What `spec new` is told, by options or by answers; absent fields keep their defaults. */
export interface SpecWish {
  readonly name: string;
  readonly goal?: string | undefined;
  readonly prompt?: string | undefined;
  readonly check?: string | undefined;
  readonly attempts?: number | undefined;
  readonly finalCheck?: string | undefined;
  readonly parallelism?: number | undefined;
  readonly fuzzy?: boolean | undefined;
  readonly steps: readonly StepWish[];
}

export interface StepWish {
  readonly id: string;
  readonly name?: string | undefined;
  readonly check?: string | undefined;
  /** Null in a spec whose steps go in order. */
  readonly dependsOn: readonly string[] | null;
}

const wayOfWorking =
  "Write or update one failing test of the behaviour through the public interface, see it fail for the expected reason, then implement the smallest fix.";

/** A spec's fields in a sensible order, without what is absent. */
export function composeSpec(wish: SpecWish): Record<string, unknown> {
  const isDag = wish.steps.some((step) => step.dependsOn !== null);
  const steps = wish.steps.map(({ id, name, check, dependsOn }) =>
    present({ id, name, dependsOn: isDag ? (dependsOn ?? []) : undefined, check }),
  );
  return present({
    name: wish.name,
    goal: wish.goal,
    shape: wish.fuzzy === true ? "fuzzy" : undefined,
    prompt: wish.prompt ?? wayOfWorking,
    check: wish.check,
    attempts: wish.attempts,
    parallelism: wish.parallelism,
    steps: steps.length > 0 ? steps : undefined,
    finalCheck: wish.finalCheck,
    // A test is a new file more often than not.
    autoCommitAddUntracked: true,
  });
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The text of a spec file; the ending of its path says whether it is JSON or YAML. */
export function specFileText(spec: Record<string, unknown>, path: string): string {
  return path.endsWith(".json")
    ? `${JSON.stringify(spec, null, 2)}\n`
    : stringify(spec, { lineWidth: 0 });
}
