import type { CriticAnswer, EditorAnswer, WriterAnswer } from "../../src/domain/answers.ts";
import type { Change } from "../../src/domain/change.ts";
import { Config } from "../../src/domain/config.ts";
import type { RunRequest } from "../../src/domain/run-request.ts";
import { noSpend } from "../../src/domain/spend.ts";
import type { FailureCause, FinishedRun, TestCase } from "../../src/domain/test-run.ts";
import { rulesOf } from "../../src/loop/profiles.ts";

export const issueBody = `Adding two numbers is missing.

### Acceptance criteria
- [ ] \`add(1, 2)\` is \`3\`
- [ ] \`add(0, 0)\` is \`0\`

### Files
- \`src/add.js\` (new)
- tests: \`test/add.test.js\`
`;

export function makeConfig(overrides: Record<string, unknown> = {}): Config {
  return Config.parse({ testCommand: "node --test", ...overrides });
}

export function makeRequest(overrides: Partial<RunRequest> = {}): RunRequest {
  const reading = rulesOf("strict", {});
  if (reading.kind !== "rules") throw new Error(reading.why);
  return {
    runId: "run-1",
    origin: "github",
    issue: { owner: "octo", repo: "calc", number: 7 },
    title: "Add numbers",
    body: issueBody,
    issueSha256: "0".repeat(64),
    actor: "mona",
    base: null,
    profile: "strict",
    rules: reading.rules,
    config: makeConfig(),
    ...overrides,
  };
}

export function makeChange(path: string, overrides: Partial<Change> = {}): Change {
  return { path, status: "added", mode: "100644", blob: `blob-of-${path}`, ...overrides };
}

export function passed(id: string, file = "test/add.test.js"): TestCase {
  return { id, file, outcome: { kind: "passed" } };
}

export function failed(
  id: string,
  cause: FailureCause = { kind: "assertion" },
  file = "test/add.test.js",
): TestCase {
  return { id, file, outcome: { kind: "failed", cause, message: "expected 3", location: null } };
}

export function finished(cases: TestCase[], overrides: Partial<FinishedRun> = {}): FinishedRun {
  const count = (kind: string) => cases.filter((test) => test.outcome.kind === kind).length;
  return {
    kind: "finished",
    framework: "node:test",
    cases,
    loadFailures: [],
    counts: { passed: count("passed"), failed: count("failed"), skipped: count("skipped") },
    source: "report",
    exitCode: count("failed") > 0 ? 1 : 0,
    contradictions: [],
    output: "",
    durationMs: 10,
    ...overrides,
  };
}

export const writerAnswer: WriterAnswer = {
  coverage: [
    { criterion: "C1", tests: ["adds"], preserved: false },
    { criterion: "C2", tests: ["adds zero"], preserved: false },
  ],
  promised: { modules: ["src/add.js"], symbols: ["add"] },
  summary: "two tests",
  cannot: null,
};

export const editorAnswer: EditorAnswer = { summary: "added add", cannot: null };

export const approved: CriticAnswer = { verdict: "APPROVED", summary: "good", findings: [] };

export const spend = { ...noSpend, requests: 1, inputTokens: 100, outputTokens: 10, dollars: 0.01 };
