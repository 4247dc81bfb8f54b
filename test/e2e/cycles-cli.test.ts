import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { stackBody, stackFiles, stackTitle } from "../support/cycle-issue.ts";
import { stackRecording } from "../support/cycle-recording.ts";
import { git, journalLines, runCli } from "../support/sample-repository.ts";

const isFull = process.env["TDD_LOOP_FULL"] === "1";
const rooms: string[] = [];
const branch = "tdd/a-stack-of-numbers";

afterEach(() => {
  for (const room of rooms.splice(0)) rmSync(room, { recursive: true, force: true });
});

function sample(objections: 1 | 2 = 1) {
  const room = mkdtempSync(join(tmpdir(), "tdd-loop-cycles-"));
  rooms.push(room);
  const repo = join(room, "repo");
  for (const [path, text] of Object.entries(stackFiles)) {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  }
  git(repo, "init", "-q", "-b", "main");
  git(repo, "add", "-A");
  git(repo, "-c", "user.name=M", "-c", "user.email=m@x.org", "commit", "-qm", "base");
  const [spec, recording] = [join(room, "spec.md"), join(room, "recording.json")];
  writeFileSync(spec, `# ${stackTitle}\n\n${stackBody}`);
  writeFileSync(recording, JSON.stringify(stackRecording(objections)));
  const args = ["run", spec, "--profile", "pair", "--agent", "replay", "--replay", recording];
  return { repo, args };
}

type Sample = ReturnType<typeof sample>;

const endOf = ({ repo }: Sample) => git(repo, "log", "--format=%s %T", `main..${branch}`);

function journalOf({ repo }: Sample): readonly string[] {
  const runs = join(repo, ".tdd-loop", "runs");
  try {
    const [run = ""] = readdirSync(runs);
    return journalLines(join(runs, run, "journal.ndjson"));
  } catch {
    return [];
  }
}

/** Kills the run with SIGKILL as soon as its journal holds so many lines. */
async function killedAt(made: Sample, lines: number): Promise<void> {
  let isOver = false;
  await runCli(made.args, made.repo, (kill) => {
    void (async () => {
      while (!isOver && journalOf(made).length < lines) await sleep(2);
      kill();
    })();
  });
  isOver = true;
}

/** In RED, scaffold, dispute, GREEN, review and proof. */
const places = Array.from({ length: 12 }, (_, at) => 5 + 3 * at);

describe("a run in cycles that is killed between two journal entries", () => {
  it.runIf(isFull)(
    "ends like one that was not, after `tdd-loop resume`",
    async () => {
      const whole = sample();
      const first = await runCli(whole.args, whole.repo);
      expect(first.code, first.stdout + first.stderr).toBe(0);
      expect(first.stdout).toContain("Dispute: ");
      for (const lines of places) {
        const made = sample();
        await killedAt(made, lines);
        const resumed = await runCli(["resume"], made.repo);
        const said = `killed at line ${lines}: ${resumed.stdout}${resumed.stderr}`;
        if (resumed.code !== 2) expect(resumed.code, said).toBe(0);
        expect(endOf(made), said).toBe(endOf(whole));
      }
    },
    900_000,
  );
});

describe("tdd-loop answer", () => {
  it("tells a fresh tester what the disputed test should demand, and goes on", async () => {
    const made = sample(2);
    const asked = await runCli(made.args, made.repo);
    expect(asked.code, asked.stdout + asked.stderr).toBe(3);
    expect(asked.stdout).toContain("tdd-loop answer TEXT");

    const status = await runCli(["status"], made.repo);
    const line = /or: (tdd-loop answer --run \S+) TEXT/.exec(status.stdout)?.[1] ?? "";
    expect(line, status.stdout).not.toBe("");
    const said = ["The", "number", "lies", "at the\nend."];
    const answered = await runCli([...line.split(" ").slice(1), ...said], made.repo);

    expect(answered.code, answered.stdout + answered.stderr).toBe(0);
    expect(endOf(made)).not.toBe("");
    const entries = journalOf(made).map((entry) => JSON.parse(entry));
    const at = entries.findIndex(({ type }) => type === "resumed");
    expect(entries[at].answer).toMatchObject({
      answer: "revised",
      said: "The number lies at the end.",
    });
    const next = entries.slice(at).find(({ result }) => result?.kind === "turn_taken");
    expect(next.result.role).toBe("writer");

    const again = await runCli(["answer", "More"], made.repo);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("There is no run that waits for words");
    const named = await runCli([...line.split(" ").slice(1), "More"], made.repo);
    expect(named.code).toBe(2);
    expect(named.stderr).toContain("waits for no words");
  }, 60_000);

  it.each([
    [["answer"], "text"],
    [["answer", " ", "\n"], "say what should be different"],
    [["answer", ..."x".repeat(2_001)], "at most 4000"],
    [["answer", "More", "--run", "none"], 'There is no run "none"'],
  ])("is refused with what to do: %#", async (args, why) => {
    const { code, stderr } = await runCli(args, sample().repo);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });
});
