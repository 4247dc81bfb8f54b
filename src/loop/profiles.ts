import type { ProfileName, Rules } from "../domain/rules.ts";

/** The four disciplines as data. Nothing else in the source knows a profile by name. */
const strict: Rules = {
  roles: "split",
  implementerSees: "spec",
  writerSees: "spec",
  redUnit: "all_criteria",
  missingTarget: "scaffold",
  passesAtRed: "block",
  baseline: "no_regressions",
  redAttempts: 2,
  greenAttempts: 3,
  greenAttemptsWithPlan: null,
  regressionAttempts: 0,
  review: "critic",
  reviewWhen: "after_green",
  reviewRounds: 2,
  refactor: "on_findings",
  commits: "red_green",
  scopeBreach: "restore_and_respawn",
  testEditors: "nobody",
  order: "given",
  maxFiles: 5,
  maxCycles: null,
  maxIterations: null,
  worktrees: false,
  parallelism: 1,
  validationCommand: null,
  outputPattern: null,
  commandPrefix: null,
  approvals: ["proposal"],
  done: ["green", "approved", "gate_clean"],
};

const steps: Rules = {
  ...strict,
  roles: "single",
  implementerSees: "step",
  writerSees: "all",
  redUnit: "step",
  missingTarget: "accept",
  passesAtRed: "adjust",
  baseline: "warn_dirty",
  greenAttempts: 5,
  greenAttemptsWithPlan: 3,
  review: "validation",
  reviewWhen: "never",
  reviewRounds: 0,
  refactor: "never",
  commits: "per_step",
  scopeBreach: "not_committed",
  testEditors: "same_agent",
  maxFiles: null,
  maxIterations: 50,
  approvals: ["fuzzy"],
  done: ["verifier", "validation"],
};

const slices: Rules = {
  ...strict,
  implementerSees: "failing_test",
  writerSees: "public_api",
  redUnit: "slice",
  missingTarget: "stub",
  passesAtRed: "skip",
  baseline: "require_green",
  redAttempts: 3,
  greenAttempts: 5,
  regressionAttempts: 3,
  review: "scans",
  reviewRounds: 0,
  refactor: "every_slice",
  commits: "per_phase",
  scopeBreach: "reject",
  testEditors: "loop",
  order: "inside_out",
  maxFiles: null,
  approvals: ["slices"],
  done: ["slices"],
};

const pair: Rules = {
  ...strict,
  implementerSees: "feature",
  writerSees: "feature",
  redUnit: "cycle",
  passesAtRed: "covered",
  baseline: "record",
  review: "reviewer",
  reviewWhen: "auto",
  reviewRounds: 1,
  refactor: "suggest_only",
  commits: "final",
  testEditors: "tester",
  order: "riskiest_first",
  maxFiles: null,
  maxCycles: 6,
  mutationProbes: 6,
  approvals: ["disputes"],
  done: ["approved"],
};

const presets: Readonly<Record<ProfileName, Rules>> = { strict, steps, slices, pair };

type Able = Partial<Record<keyof Rules, readonly unknown[]>>;

/**
 * What this engine can carry out so far, by the unit that goes RED; a profile whose knobs go beyond is
 * refused with the knob named.
 */
const able: Partial<Record<Rules["redUnit"], Able>> = {
  all_criteria: {
    roles: ["split"],
    missingTarget: ["accept", "scaffold"],
    passesAtRed: ["block"],
    review: ["critic"],
    refactor: ["on_findings", "never"],
    commits: ["red_green"],
    scopeBreach: ["stop", "restore_and_respawn"],
    testEditors: ["nobody"],
    writerSees: ["spec", "all", "feature"],
    implementerSees: ["spec", "step", "feature"],
  },
  slice: {
    roles: ["split"],
    missingTarget: ["accept", "scaffold", "stub"],
    passesAtRed: ["block", "skip"],
    review: ["critic", "scans"],
    refactor: ["on_findings", "never", "every_slice"],
    commits: ["per_phase"],
    scopeBreach: ["stop", "restore_and_respawn", "reject"],
    testEditors: ["nobody", "loop"],
  },
  cycle: {
    roles: ["split"],
    missingTarget: ["scaffold", "stub"],
    passesAtRed: ["covered"],
    baseline: ["record", "no_regressions", "require_green"],
    writerSees: ["feature"],
    implementerSees: ["feature"],
    review: ["reviewer"],
    reviewWhen: ["auto", "end", "first_cycle", "every_cycle"],
    refactor: ["suggest_only", "never"],
    commits: ["final"],
    scopeBreach: ["stop", "restore_and_respawn"],
    testEditors: ["tester"],
    order: ["riskiest_first"],
  },
  step: {
    roles: ["single"],
    review: ["validation"],
    refactor: ["never"],
    commits: ["per_step"],
    scopeBreach: ["not_committed"],
    testEditors: ["same_agent"],
  },
};

/** Where a run can wait for a person. */
const ableApprovals: Partial<Record<Rules["redUnit"], readonly string[]>> = {
  // Before the lock, after RED, and after GREEN.
  all_criteria: ["proposal", "red", "green"],
  slice: ["slices", "red", "green"],
  // When an implementer objects to a test that was upheld.
  cycle: ["proposal", "red", "green", "disputes"],
  // When the checker of a fuzzy goal is written.
  step: ["fuzzy"],
};

/** The discipline of a loop spec, for a file that is one and a command that names no profile. */
export const loopSpecProfile: ProfileName = "steps";

export type RulesReading =
  | { readonly kind: "rules"; readonly rules: Rules }
  | { readonly kind: "refused"; readonly why: string };

/** A preset with the overrides of the config laid over it, key by key. */
export function rulesOf(profile: ProfileName, overrides: Partial<Rules>): RulesReading {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  const rules: Rules = { ...presets[profile], ...Object.fromEntries(given) };
  const known = able[rules.redUnit];
  if (known === undefined) return { kind: "refused", why: noSuchUnit(profile, rules.redUnit) };
  for (const key of Object.keys(known) as (keyof Rules)[]) {
    const legal = known[key] ?? [];
    if (!legal.includes(rules[key])) return { kind: "refused", why: refusal(profile, key, legal) };
  }
  const waits = ableApprovals[rules.redUnit] ?? [];
  const extra = rules.approvals.find((approval) => !waits.includes(approval));
  if (extra === undefined) return { kind: "rules", rules };
  const legal = waits.map((value) => `"${value}"`).join(", ");
  const why = `Rule \`approvals\` names "${extra}", for which nothing waits in this version. It may hold ${legal}: set \`rules.approvals\` in .github/tdd-loop.yml.`;
  return { kind: "refused", why };
}

function noSuchUnit(profile: string, unit: string): string {
  const ready = Object.entries(presets).flatMap(([name, { redUnit }]) =>
    able[redUnit] === undefined ? [] : [`\`${name}\``],
  );
  return `Profile "${profile}" is not available in this version: it works by "${unit}", which the loop cannot do yet. Use one of ${ready.join(", ")}.`;
}

function refusal(profile: string, key: string, legal: readonly unknown[]): string {
  const words = legal.map((value) => `"${String(value)}"`).join(", ");
  return `Profile "${profile}" is not available in this version: it needs another \`${key}\` than ${words}. Use \`--profile strict\`, or set \`rules.${key}\` in .github/tdd-loop.yml.`;
}
