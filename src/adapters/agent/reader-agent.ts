import type { Role } from "../../domain/config.ts";
import type { Answer } from "../../domain/result.ts";
import type { Spend } from "../../domain/spend.ts";
import { noSpend } from "../../domain/spend.ts";
import type { TriedTests } from "../../domain/test-run.ts";
import type { Agent, ProcessEnd, Sandbox, Turn, TurnEnd } from "../../ports.ts";
import type { TurnLimits } from "./claude-options.ts";
import { commandLine } from "./command-line.ts";
import type { ReaderTurn } from "./reader-messages.ts";
import { FromReader, parseLine } from "./reader-messages.ts";
import { isReader, MOST_TEST_RUNS } from "./tools.ts";

export interface ReaderAgentOptions {
  /** Starts a process that serves one turn over its standard streams. */
  readonly argv: readonly string[];
  /** Its whole environment: proxies and certificates, no key and no token. */
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox;
  readonly apiKey: string;
  readonly baseUrl: string | null;
  readonly maxRetries?: number;
  readonly modelFor: (role: Role) => string;
  readonly limitsFor: (role: Role) => TurnLimits;
}

/** All that it may say in one turn, its own error messages included. */
const MOST_OUTPUT_BYTES = 8_000_000;
/** Past its own time limit, so that it can say itself that the time is over. */
const GRACE_MS = 15_000;

/**
 * The model's tool loop in a process of its own (security.md 1.4, rule 5). It is given the model's key and
 * the turn; it sees its copy of the repository and nothing else of the loop's, where the sandbox has walls.
 * Not done: believing it. Whatever it says is parsed, and it can ask for nothing but a test run.
 */
export function createReaderAgent(options: ReaderAgentOptions): Agent {
  return {
    takeTurn: async (turn, signal) => {
      const done = new AbortController();
      const heard = listen(turn, done);
      const limits = options.limitsFor(turn.role);
      const end = await options.sandbox.run(
        {
          command: commandLine(options.argv),
          cwd: turn.dir,
          env: options.env,
          writable: [],
          timeoutMs: limits.minutes * 60_000 + GRACE_MS,
          maxOutputBytes: MOST_OUTPUT_BYTES,
          network: "on",
          input: `${JSON.stringify(turnMessage(options, turn, limits))}\n`,
          talk: heard.talk,
        },
        AbortSignal.any([signal, done.signal]),
      );
      const reply = (await heard.reply()) ?? whyNone(end, heard.spent(), signal);
      return { ...reply, sandbox: options.sandbox.name };
    },
  };
}

function turnMessage(options: ReaderAgentOptions, turn: Turn, limits: TurnLimits): ReaderTurn {
  const { role, attempt, system, shared, sealed, task, dir, mayWrite, runTests } = turn;
  const { apiKey, baseUrl, maxRetries = null } = options;
  return {
    kind: "turn",
    turn: {
      ...{ role, attempt, system, shared, sealed, task, dir },
      mayWrite: [...mayWrite],
      mayRunTests: runTests !== null,
    },
    model: { name: options.modelFor(role), apiKey, baseUrl, maxRetries },
    limits,
  };
}

/** What came over the channel in one turn. */
interface Heard {
  readonly talk: (line: string, say: (line: string) => void) => void;
  /** What it cost as far as it told. */
  spent(): Spend;
  /**
   * The reply that it gave, or the one that its words deserve; null when it ended without.
   * @throws what a test run that it asked for threw
   */
  reply(): Promise<TurnEnd | null>;
}

/** @param done ends the process: it has replied, or nothing more of it is worth hearing */
function listen(turn: Turn, done: AbortController): Heard {
  let spend = noSpend;
  let reply: TurnEnd | null = null;
  const tests = testRuns(turn, done);
  const endOf = (said: Said, say: (line: string) => void): TurnEnd | null => {
    switch (said.kind) {
      case "spent":
        spend = said.spend;
        return null;
      case "run_tests": {
        const breach = tests.start(say);
        return breach === null ? null : ended(breach, spend);
      }
      case "breach":
        return ended(said.what, spend);
      default:
        return said;
    }
  };
  return {
    spent: () => spend,
    async reply() {
      await tests.ended();
      return reply;
    },
    talk(line, say) {
      if (reply !== null) return;
      reply = endOf(read(line, turn), say);
      if (reply !== null) done.abort();
    },
  };
}

type Said = FromReader | { readonly kind: "breach"; readonly what: string };

function read(line: string, { role }: Turn): Said {
  const message = FromReader.safeParse(parseLine(line));
  if (!message.success) return { kind: "breach", what: "it said what is no part of its protocol" };
  const said = message.data;
  if (said.kind !== "finished" || said.answer.kind === answerKinds[role]) return said;
  return { kind: "breach", what: `as ${role} it handed in ${said.answer.kind}` };
}

function ended(what: string, spend: Spend): TurnEnd {
  const detail = `The agent's process was ended: ${what}.`;
  return { kind: "failed", why: "bad_answer", detail, spend };
}

/** The test runs that one turn asks for: one at a time, and no more than a turn has. */
function testRuns({ role, runTests }: Turn, done: AbortController) {
  let runs = 0;
  let running: Promise<void> | null = null;
  async function run(work: () => Promise<TriedTests>, say: (line: string) => void): Promise<void> {
    const tried = await work();
    running = null;
    say(JSON.stringify({ kind: "tests_ran", ...tried }));
  }
  return {
    /** Why none may be started, or null when one was. */
    start(say: (line: string) => void): string | null {
      if (runTests === null || isReader(role)) return "it asked for tests in a turn without any";
      runs += 1;
      if (running !== null || runs > MOST_TEST_RUNS)
        return "it asked for more test runs than it has";
      running = run(runTests, say);
      running.catch(() => done.abort());
      return null;
    },
    ended: async () => await running,
  };
}

const answerKinds: Readonly<Record<Role, Answer["kind"]>> = {
  planner: "plan",
  decomposer: "decomposition",
  writer: "tests",
  scaffolder: "edit",
  implementer: "edit",
  debugger: "edit",
  refactorer: "edit",
  critic: "review",
  refiner: "suggestions",
  developer: "step",
  reviewer: "review",
};

function whyNone(end: ProcessEnd, spend: Spend, signal: AbortSignal): TurnEnd {
  if (signal.aborted) {
    return { kind: "failed", why: "limit", detail: "The turn was stopped.", spend };
  }
  if (end.timedOut) {
    const detail = "The agent's process did not end when its time was over.";
    return { kind: "failed", why: "limit", detail, spend };
  }
  if (end.outputCut) {
    const detail = "The agent's process said more than it may.";
    return { kind: "failed", why: "limit", detail, spend };
  }
  const how = end.signal === null ? `with exit code ${end.exitCode}` : `by ${end.signal}`;
  const said = end.stderr.replaceAll(/\s+/gu, " ").trim().slice(-600);
  const detail = `The agent's process ended ${how} before it answered. ${said === "" ? "It said nothing." : `It said: ${said}`} Nothing is lost: resume the run.`;
  return { kind: "failed", why: "unreachable", detail, spend };
}
