import type { Event, TimedEvent } from "../../src/domain/event.ts";
import { failed, finished, passed, spend } from "./factories.ts";

/** A run as the loop tells it: three criteria, one debug attempt, two critic rounds, a pull request. */
const redId = (name: string) => `test/slugify.test.js > ${name}`;
export const redSha = "1f0c9a7be2d34c55aa01d9e8b7c6f5a4e3d2c1b0";
export const greenSha = "9b8a7c6d5e4f30211203f4e5d6c7b8a9f0e1d2c3";
export const refactorSha = "77aa66bb55cc44dd33ee22ff11009988aabbccdd";

const old = ["trims", "joins words"].map((name) => passed(`test/text.test.js > ${name}`));
const names = ["lower-cases", "drops accents", "refuses an empty title"].map(redId);
const messages = [
  "Expected 'hello-world' but got undefined",
  "TypeError: slugify is not a function",
  "Missing expected exception (RangeError).",
];
const sandbox = "bubblewrap, no network";

export const lock = {
  version: 2 as const,
  issue: { owner: "acme", repo: "words", number: 7 },
  runId: "run-1",
  issueSha256: "c0ffee".repeat(10),
  profile: "strict",
  baseRef: "origin/main",
  baseSha: "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
  branch: "tdd/7-add-slugify",
  allowlist: [
    { path: "src/slugify.js", isNew: true },
    { path: "README.md", isNew: false },
  ],
  testFiles: ["test/"],
  testCommand: "node --test",
};

const opening: readonly Event[] = [
  {
    type: "run.started",
    runId: "run-7-1",
    issue: { owner: "acme", repo: "words", number: 7 },
    title: "Add slugify for article titles",
    actor: "mia",
    profile: "strict",
  },
  {
    type: "spec.read",
    criteria: [
      { id: "C1", text: "slugify lower-cases and joins words with a dash" },
      { id: "C2", text: "Accents are dropped: Crème brûlée becomes creme-brulee" },
      { id: "C3", text: "An empty title is refused with a RangeError" },
      { id: "C4", text: "The existing helpers keep working" },
    ],
    files: ["src/slugify.js", "README.md"],
  },
  { type: "lock.taken", lock, digest: "5d41402abc4b2a76b9719d911017c592" },
  { type: "tests.ran", purpose: "baseline", run: finished(old, "# pass 2\n"), sandbox },
];

const redPhase: readonly Event[] = [
  {
    type: "turn.taken",
    role: "writer",
    attempt: 1,
    paths: ["test/slugify.test.js"],
    summary: "Three tests, one for each criterion.",
    spend: spend(0.0712),
  },
  { type: "gate.judged", phase: "red", verdict: { kind: "pass" } },
  {
    type: "tests.ran",
    purpose: "red",
    run: finished(
      [...old, ...names.map((id, i) => failed(id, messages[i] ?? ""))],
      "✖ lower-cases (2.1ms)\n  Expected 'hello-world' but got undefined\n✖ drops accents\n  TypeError: slugify is not a function\n✖ refuses an empty title\n# pass 2\n# fail 3\n",
    ),
    sandbox,
  },
  {
    type: "red.judged",
    verdict: {
      verdict: "right_reason",
      reason: "assertion",
      fix: "",
      needsScaffold: false,
      missing: [],
      tests: names.map((id) => ({
        id,
        verdict: "right_reason",
        cause: { kind: "assertion" },
        why: "The behaviour is missing.",
      })),
      warnings: ["test/slugify.test.js:14 compares with a regular expression only"],
    },
    coverage: [
      { criterion: "C1", tests: ["lower-cases"], preserved: false },
      { criterion: "C2", tests: [redId("drops accents")], preserved: false },
      { criterion: "C3", tests: [redId("refuses an empty title")], preserved: false },
      { criterion: "C4", tests: [], preserved: true },
    ],
  },
  { type: "commit.created", phase: "red", sha: redSha, message: "red: failing tests for slugify" },
  {
    type: "branch.pushed",
    branch: lock.branch,
    sha: redSha,
    url: "https://github.test/acme/words/tree/tdd",
  },
];

const greenPhase: readonly Event[] = [
  {
    type: "turn.taken",
    role: "implementer",
    attempt: 1,
    paths: ["src/slugify.js"],
    summary: "Lower-case, then join.",
    spend: spend(0.1105),
  },
  { type: "gate.judged", phase: "green", verdict: { kind: "pass" } },
  {
    type: "tests.ran",
    purpose: "green",
    run: finished(
      [
        ...old,
        passed(names[0] ?? ""),
        failed(names[1] ?? "", "Expected 'creme-brulee' but got 'crème-brûlée'"),
        passed(names[2] ?? ""),
      ],
      "# pass 4\n# fail 1\n",
    ),
    sandbox,
  },
  {
    type: "turn.taken",
    role: "debugger",
    attempt: 1,
    paths: ["src/slugify.js"],
    summary:
      "Root cause: the string was never normalised. NFD, then the combining marks are removed.",
    spend: spend(0.0941),
  },
  { type: "gate.judged", phase: "green", verdict: { kind: "pass" } },
  {
    type: "tests.ran",
    purpose: "green",
    run: finished([...old, ...names.map(passed)], "# pass 5\n# fail 0\n"),
    sandbox,
  },
  { type: "lint.ran", passed: true, output: "Checked 2 files." },
  {
    type: "commit.created",
    phase: "green",
    sha: greenSha,
    message: "green: slugify for article titles",
  },
];

const reviewPhase: readonly Event[] = [
  {
    type: "turn.taken",
    role: "critic",
    attempt: 1,
    paths: [],
    summary: "",
    spend: spend(0.083, 61_000),
  },
  {
    type: "review.given",
    round: 1,
    review: {
      verdict: "NEEDS_WORK",
      summary:
        "The behaviour is right. One name misleads, and the README does not mention the function.",
      findings: [
        {
          kind: "quality",
          file: "src/slugify.js",
          line: 4,
          problem: "`tmp` says nothing.",
          suggestion: "Call it `plain`.",
          replacement: null,
        },
        {
          kind: "drift",
          file: "README.md",
          line: null,
          problem: "The issue asks for a line in the README.",
          suggestion: "",
          replacement: null,
        },
      ],
    },
  },
  {
    type: "turn.taken",
    role: "refactorer",
    attempt: 1,
    paths: ["src/slugify.js", "README.md"],
    summary: "Renamed, and one line in the README.",
    spend: spend(0.0502),
  },
  {
    type: "tests.ran",
    purpose: "refactor",
    run: finished([...old, ...names.map(passed)], "# pass 5\n# fail 0\n"),
    sandbox,
  },
  {
    type: "commit.created",
    phase: "refactor",
    sha: refactorSha,
    message: "refactor: name the plain text",
  },
  {
    type: "turn.taken",
    role: "critic",
    attempt: 2,
    paths: [],
    summary: "",
    spend: spend(0.0611, 64_000),
  },
  {
    type: "review.given",
    round: 2,
    review: { verdict: "APPROVED", summary: "Both points are settled.", findings: [] },
  },
  {
    type: "tests.ran",
    purpose: "final",
    run: finished([...old, ...names.map(passed)], "# pass 5\n# fail 0\n"),
    sandbox,
  },
  { type: "proof.taken", elsewhere: "same", canary: "noticed", verdict: { kind: "pass" } },
  {
    type: "branch.pushed",
    branch: lock.branch,
    sha: refactorSha,
    url: "https://github.test/acme/words/tree/tdd",
  },
];

const ending: readonly Event[] = [
  { type: "run.concluded", conclusion: { kind: "success" } },
  { type: "pull_request.opened", number: 12, url: "https://github.test/acme/words/pull/12" },
];

/** Each event some seconds after the one before, from a fixed moment on. */
export function timed(events: readonly Event[]): readonly TimedEvent[] {
  const gap = (i: number) => 900 + ((i * 7_919) % 19_000);
  let at = 1_796_000_000_000;
  return events.map((event, i) => {
    at += i === 0 ? 0 : gap(i);
    return { at, event };
  });
}

export const parts = { opening, redPhase, greenPhase, reviewPhase, ending };
export const sampleRun = timed([...opening, ...redPhase, ...greenPhase, ...reviewPhase, ...ending]);

/** The same run, blocked after its debug attempts. */
export const blockedRun = timed([
  ...opening,
  ...redPhase,
  ...greenPhase.slice(0, 5),
  {
    type: "run.concluded",
    conclusion: {
      kind: "blocked",
      reason: "debug_exhausted",
      tried: ["implementer: lower-case, then join", "debugger 1: normalised to NFD"],
      failed: "drops accents\n  Expected 'creme-brulee' but got 'crème-brûlée'",
      decision: "Is 'ß' to become 'ss' or to be dropped? Say so in the issue.",
      command: "/tdd retry",
    },
  },
]);
