import type { Change, Seal } from "../domain/change.ts";
import type { Lock } from "../domain/lock.ts";
import type { Asked } from "../domain/red-verdict.ts";
import type { Verdict } from "../domain/verdict.ts";
import { asksOf } from "./red/asks-of.ts";
import { findWeakTests } from "./red/weak-tests.ts";
import { judgeRedSurface } from "./red-surface.ts";
import { judgeScope } from "./scope.ts";
import { judgeSeal } from "./seal.ts";

/** What an agent's turn left, as the loop took it out of its site. */
export interface TurnEvidence {
  readonly changes: readonly Change[];
  readonly offences: readonly {
    readonly code: string;
    readonly path: string;
    readonly fix: string;
  }[];
  readonly lock: Lock;
  /** Globs of the configuration that count as tests besides the well-known ones. */
  readonly testGlobs: readonly string[];
}

export interface TestsEvidence extends TurnEvidence {
  /** Places for tests that the issue itself names. */
  readonly listed: readonly string[];
  /** Text of each changed test file, and the numbers of its new lines. */
  readonly texts: Readonly<
    Record<
      string,
      {
        readonly text: string;
        readonly added: readonly number[];
        readonly lost?: readonly string[] | undefined;
      }
    >
  >;
}

/**
 * What every turn is held to before anything is run; the first gate that fails decides, so that one
 * thing is said at a time. New tests: where they are, that they are tests, that they take nothing away, that they test at all.
 */
export function judgeTests(evidence: TestsEvidence): Verdict {
  const { changes, offences, lock, testGlobs, listed } = evidence;
  const scope = judgeScope({ changes, offences, mayWrite: lock.testFiles });
  if (scope.kind !== "pass") return scope;
  const surface = judgeRedSurface({ changes, listed, extraGlobs: testGlobs });
  if (surface.kind !== "pass") return surface;
  const kept = judgeKept(evidence);
  return kept.kind === "pass" ? judgeStrength(evidence) : kept;
}

/** An edit of the implementation: RED's tests are as they were, and only the allowlist was touched. */
export function judgeEdit(evidence: TurnEvidence & { readonly seal: Seal }): Verdict {
  const { changes, offences, lock, testGlobs, seal } = evidence;
  const sealed = judgeSeal({ seal, changes, extraGlobs: testGlobs });
  if (sealed.kind !== "pass") return sealed;
  return judgeScope({ changes, offences, mayWrite: lock.allowlist.map((file) => file.path) });
}

/** What the added lines of tests ask of the clock, of chance and of the network, as far as their text tells. */
export function askedBy(texts: TestsEvidence["texts"]): readonly Asked[] {
  const asked = Object.entries(texts).flatMap(([path, { text, added }]) =>
    asksOf(path, text).flatMap(({ line, what }) => (added.includes(line) ? [what] : [])),
  );
  return [...new Set(asked)];
}

/** What the repository's tests demand already stays demanded: RED only adds to it (case D15). */
function judgeKept({ texts }: TestsEvidence): Verdict {
  const losing = Object.entries(texts).filter(([, { lost = [] }]) => lost.length > 0);
  if (losing.length === 0) return { kind: "pass" };
  const paths = losing.map(([path]) => path);
  const quoted = losing.flatMap(([path, { lost = [] }]) =>
    lost.map((line) => `${path}: ${line.slice(0, MAX_QUOTED)}`),
  );
  return {
    kind: "fail",
    gate: "red-surface",
    code: "TEST_MODIFIED",
    reason: `RED changed or removed lines of existing tests in ${paths.join(", ")}.`,
    fix: `At RED tests are added and none is changed. Put these lines back as they were:\n${quoted.slice(0, MAX_LINES).join("\n")}`,
    paths,
  };
}

const MAX_QUOTED = 200;
const MAX_LINES = 10;

/** Only what the writer added counts: a repository's old tests are not its work. */
function judgeStrength({ lock, texts }: TestsEvidence): Verdict {
  const sources = lock.allowlist.map((file) => file.path);
  const plain = Object.entries(texts).map(([path, { text }]) => [path, text] as const);
  const weak = findWeakTests(Object.fromEntries(plain), sources).filter(
    ({ severity, path, line }) =>
      severity === "refuse" && texts[path]?.added.includes(line) === true,
  );
  const [first] = weak;
  if (first === undefined) return { kind: "pass" };
  const places = weak.map(({ path, line, code }) => `${path}:${line} (${code})`).join(", ");
  return {
    kind: "fail",
    gate: "weak-tests",
    code: first.code,
    reason: `Some tests cannot prove anything: ${places}.`,
    fix: [...new Set(weak.map((found) => found.fix))].join(" "),
    paths: [...new Set(weak.map((found) => found.path))],
  };
}
