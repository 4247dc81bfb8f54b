import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRecordingAgent } from "../../src/adapters/agent/recording-agent.ts";
import type { Command } from "../../src/domain/command.ts";
import { createRedactor } from "../../src/domain/redact.ts";
import type { Result } from "../../src/domain/result.ts";
import { describeFailure } from "../../src/entry/failure.ts";
import { openJournal } from "../../src/entry/wire-journal.ts";
import { discreetCommits, discreetGitHub, withoutSecrets } from "../../src/entry/wire-secrets.ts";
import { foldJournal } from "../../src/loop/fold.ts";
import type { GitHub, Workspace } from "../../src/ports.ts";
import { criticCheck, fileGateCheck, redCheck } from "../../src/report/check-texts.ts";
import { criticReview } from "../../src/report/critic-review.ts";
import { finalText } from "../../src/report/final-text.ts";
import { jobSummary } from "../../src/report/job-summary.ts";
import { noLinks } from "../../src/report/links.ts";
import { pullRequestBody, pullRequestTitle } from "../../src/report/pull-request-text.ts";
import { renderHtml } from "../../src/report/render-html.ts";
import { foldReport } from "../../src/report/report.ts";
import { runSummary } from "../../src/report/run-summary.ts";
import { stickyComment } from "../../src/report/sticky-comment.ts";
import { editorAnswer, issueBody, makeRequest, spend } from "../support/make.ts";
import { play, wellBehaved } from "../support/play.ts";

const canary = "Zk9-canary<value>/7788_QQ&x+y";
const bytes = Buffer.from(canary);
const hex = bytes.toString("hex");

/** As it is written, and what a reader of it would turn it back with. */
const encodings: Readonly<Record<string, string>> = {
  plain: canary,
  base64: bytes.toString("base64"),
  base64url: bytes.toString("base64url"),
  hex,
  "upper-case hex": hex.toUpperCase(),
  "url encoding": encodeURIComponent(canary),
  reversed: [...canary].reverse().join(""),
  "two fragments": `first ${canary.slice(0, 15)} and then ${canary.slice(15)}`,
  JSON: JSON.stringify({ key: canary }),
  "HTML entities": [...canary].map((c) => `&#${c.charCodeAt(0)};`).join(""),
  "escaped HTML": canary.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  "quoted-printable": hex.toUpperCase().replace(/../g, "=$&"),
  "double percent": encodeURIComponent(encodeURIComponent(canary)),
  "gzip in base64": gzipSync(bytes).toString("base64"),
};

/** Twelve characters in a row of what was leaked are a leak. */
function leaks(sink: string, leak: string): boolean {
  const dense = sink.replace(/\s+/g, "");
  const from = leak.startsWith("first ") ? canary : leak.replace(/\s+/g, "");
  for (let i = 0; i + 12 <= from.length; i += 1) {
    if (dense.includes(from.slice(i, i + 12))) return true;
  }
  return false;
}

const hide = createRedactor([canary]);

/** A world whose tests, models and failures all say the secret. */
function talkative(leak: string) {
  return async (command: Command): Promise<Result> => {
    const result = wellBehaved(command);
    if (result.kind === "turn_taken") {
      return { ...result, answer: sayingIt(result.answer, leak) } as Result;
    }
    if (result.kind !== "tests_ran" || result.run.kind !== "finished") return result;
    const cases = result.run.cases.map((each) =>
      each.outcome.kind === "failed"
        ? { ...each, outcome: { ...each.outcome, message: `expected ${leak}` } }
        : each,
    );
    return { ...result, run: { ...result.run, cases, output: `printed ${leak}` } };
  };
}

/** An answer stands under its own kind: `{ kind: "edit", edit: { summary } }`. */
function sayingIt(answer: { readonly kind: string }, leak: string): object {
  const said = (answer as Record<string, unknown>)[answer.kind];
  return { ...answer, [answer.kind]: { ...(said as object), summary: `I found ${leak}` } };
}

async function everySink(leak: string): Promise<Record<string, string>> {
  const dir = mkdtempSync(join(tmpdir(), "secret-cases-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  using journal = openJournal(dir, { env: {}, secrets: [canary] });
  const title = `Add numbers ${leak}`;
  const asked = makeRequest({ title, body: `${issueBody}\n${leak}` });
  await journal.append({ type: "requested", at: 0, request: asked });
  const [first] = await journal.read();
  const request = first?.type === "requested" ? first.request : asked;
  const perform = withoutSecrets(talkative(leak) as never, hide);
  const results = new Map<string, Result>();
  const commands: Command[] = [];
  for (let known = -1; known < results.size; ) {
    known = results.size;
    const played = play((command) => results.get(command.id) ?? stopAt(command), request);
    for (const command of played.commands.slice(commands.length)) {
      commands.push(command);
      results.set(command.id, await perform(command, { state: played.state, events: [] }));
    }
  }
  const played = play((command) => results.get(command.id) ?? null, request);
  for (const entry of played.journal.slice(1)) await journal.append(entry);
  const events = foldJournal(await journal.read())?.events ?? [];
  const report = foldReport(events);
  const checks = [redCheck, criticCheck, fileGateCheck].map((check) => check(report, noLinks));
  return {
    journal: readFileSync(journal.path, "utf8"),
    comment: stickyComment(report, noLinks),
    check: JSON.stringify(checks),
    review: JSON.stringify(criticReview(report, noLinks)),
    "pull request": pullRequestTitle(report) + pullRequestBody(report, noLinks),
    log: finalText(report, noLinks) + JSON.stringify(runSummary(report, noLinks)),
    "job summary": jobSummary(report, noLinks),
    report: renderHtml(report, { diff: hide(`+${leak}`), logs: [] }),
    commit: JSON.stringify(played.commands.filter(({ kind }) => kind === "commit")),
  };
}

/** Nothing is known of this command yet: the run ends here and is played again. */
function stopAt(command: Command): Result {
  const detail = { what: "push", detail: "not yet", fix: "" } as const;
  return { kind: "broken", command: command.id, ...detail };
}

describe.each(Object.entries(encodings))("a secret as %s", (_, leak) => {
  it("L13: stands in no sink, wherever a test, a model or the issue says it", async () => {
    const sinks = await everySink(leak);

    expect(sinks["journal"]).toContain("***");
    expect(sinks["pull request"]).toContain("***");
    expect(Object.keys(sinks).filter((name) => leaks(sinks[name] ?? "", leak))).toEqual([]);
  });

  it("L13: stands in no error message and no recording", async () => {
    const env = { SOME_API_KEY: canary };
    const failure = describeFailure(new Error(`cannot reach ${leak}`), env, false);
    const saved: string[] = [];
    const agent = createRecordingAgent(
      {
        takeTurn: async () => ({
          kind: "finished",
          answer: { kind: "edit", edit: { ...editorAnswer, summary: leak } },
          spend,
        }),
      },
      { save: async (recording) => void saved.push(JSON.stringify(recording)), secrets: [canary] },
    );
    const turn = {
      role: "implementer",
      attempt: 1,
      system: "",
      shared: "",
      sealed: "",
      task: "",
    } as const;
    const place = { dir: tmpdir(), mayWrite: [], runTests: null };
    await agent.takeTurn({ ...turn, ...place, dir: mkdtempSync(join(tmpdir(), "rec-")) }, never);

    expect(leaks(failure.message, leak)).toBe(false);
    expect(leaks(saved.join(""), leak)).toBe(false);
  });
});

const never = new AbortController().signal;

describe("the last look at what goes out", () => {
  it("L13: takes a secret out of every text of GitHub's and of a commit", async () => {
    const sent: unknown[] = [];
    const keep = async (...said: unknown[]) => void sent.push(said);
    const github = discreetGitHub(
      {
        conversation: { upsertComment: keep, setLabels: keep },
        checks: { setCheck: keep },
        pullRequests: { upsert: keep, review: keep, markReady: keep },
        appOwnsFileGate: false,
      } as unknown as GitHub,
      hide,
    );
    const title = canary;
    const texts = { title, summary: canary, text: canary };
    const issue = { owner: "o", repo: "r", number: 1 };
    await github.conversation.upsertComment(issue, "<!-- m -->", canary);
    await github.checks.setCheck({ name: "n", sha: "s", conclusion: null, ...texts });
    await github.pullRequests.upsert({ head: "h", base: "b", marker: "m", title, body: canary });
    const comments = [{ path: "a", line: 1, body: canary }];
    await github.pullRequests.review({
      ...{ number: 1, sha: "s", marker: "m", diff: "", body: canary, comments },
    });
    const commits = { commit: keep } as unknown as Workspace;
    await discreetCommits(commits, hide).commit("tree", "parent", `feat: ${canary}`);

    expect(sent).toHaveLength(5);
    expect(leaks(JSON.stringify(sent), canary)).toBe(false);
  });

  it("hides credentials nobody told us: in an address, in npm's and AWS's settings", () => {
    const open = createRedactor([]);

    expect(open("https://sometoken1234@host/x ssh://git@host/x")).toBe(
      "https://***@host/x ssh://git@host/x",
    );
    expect(open("//registry.test/:_authToken=abcdef")).toBe("//registry.test/:_authToken=***");
    expect(open(`aws_secret_access_key = ${"a1B2".repeat(10)}`)).toBe(
      "aws_secret_access_key = ***",
    );
  });
});
