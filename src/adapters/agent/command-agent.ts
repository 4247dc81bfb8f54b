import { execa } from "execa";
import { describeWritable } from "../../domain/access.ts";
import type { Answer } from "../../domain/result.ts";
import { noSpend } from "../../domain/spend.ts";
import type { Agent, ProcessEnd, Sandbox, Turn, TurnReply } from "../../ports.ts";
import { answerForm } from "./answer-form.ts";
import { answerInstructions, answerInText } from "./answer-text.ts";
import { isReader } from "./tools.ts";

export interface CommandAgentOptions {
  /** The coding CLI and its arguments; never put together with anything that an agent or issue says. */
  readonly argv: readonly string[];
  /** Its whole environment: PATH, HOME and the variables that the configuration allows. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Runs it isolated, with network. Without one it runs as a plain process in its own session. */
  readonly sandbox?: Sandbox;
}

const MOST_OUTPUT_BYTES = 8_000_000;

/**
 * Any coding CLI: works in the turn's directory, gets the prompt on standard input, and ends with a JSON
 * object. What it left is judged like the work of any other agent; what it costs is not known here.
 */
export function createCommandAgent(options: CommandAgentOptions): Agent {
  return {
    takeTurn: async (turn: Turn, signal: AbortSignal) => {
      const end = await run(options, turn, signal);
      if (end.kind === "not_started") return failed("unreachable", end.why);
      if (signal.aborted) return failed("limit", "The turn was stopped.");
      return replyOf(options, turn, end.process);
    },
  };
}

type Ended = Pick<ProcessEnd, "exitCode" | "stdout" | "stderr" | "timedOut">;
type Run = { kind: "ended"; process: Ended } | { kind: "not_started"; why: string };

async function run(options: CommandAgentOptions, turn: Turn, signal: AbortSignal): Promise<Run> {
  const input = promptOf(turn);
  if (options.sandbox !== undefined) {
    const process = await options.sandbox.run(
      {
        command: options.argv.map(quote).join(" "),
        cwd: turn.dir,
        env: options.env,
        writable: [],
        timeoutMs: options.timeoutMs,
        maxOutputBytes: MOST_OUTPUT_BYTES,
        network: "on",
        input,
      },
      signal,
    );
    return { kind: "ended", process };
  }
  return runPlain(options, { turn, input }, signal);
}

async function runPlain(
  options: CommandAgentOptions,
  asked: { readonly turn: Turn; readonly input: string },
  signal: AbortSignal,
): Promise<Run> {
  const [file = "", ...args] = options.argv;
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const child = execa(file, args, {
    cwd: asked.turn.dir,
    env: options.env,
    extendEnv: false,
    input: asked.input,
    detached: true,
    reject: false,
    maxBuffer: MOST_OUTPUT_BYTES,
    stripFinalNewline: false,
  });
  endSessionOn(AbortSignal.any([signal, deadline]), child);
  const { exitCode = null, stdout, stderr, code, message } = await child;
  if (code === undefined || exitCode !== null) {
    const timedOut = deadline.aborted && exitCode === null;
    return { kind: "ended", process: { exitCode, stdout, stderr, timedOut } };
  }
  if (deadline.aborted || signal.aborted)
    return { kind: "ended", process: { exitCode, stdout, stderr, timedOut: deadline.aborted } };
  return {
    kind: "not_started",
    why: `The agent's command ${JSON.stringify(file)} cannot be started (${message}). Install it, or set another agent.command.`,
  };
}

interface Started {
  readonly pid?: number | undefined;
  readonly stdout: { destroy(): unknown };
  readonly stderr: { destroy(): unknown };
}

/** The CLI runs in a session of its own; when time is out, all of that session is killed. */
function endSessionOn(signal: AbortSignal, child: Started): void {
  const kill = (): void => {
    if (child.pid !== undefined) killGroup(child.pid);
    // What left the group may still hold the pipes open; nobody waits for it.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  if (signal.aborted) kill();
  else signal.addEventListener("abort", kill, { once: true });
}

function killGroup(pid: number): void {
  try {
    // A negative pid means the whole group. It may be gone already: then there is nothing to kill.
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function replyOf(options: CommandAgentOptions, turn: Turn, end: Ended): TurnReply {
  if (end.timedOut) {
    return failed(
      "limit",
      `The agent's command did not end within ${options.timeoutMs / 1_000} s.`,
    );
  }
  if (end.exitCode !== 0) {
    const how = end.exitCode === null ? "was killed" : `ended with exit code ${end.exitCode}`;
    return failed(
      "gave_up",
      `The agent's command ${how}. It said: ${tail(end.stderr || end.stdout)}`,
    );
  }
  const answer = answerInText(answerForm(turn.role), end.stdout) ?? plainAnswer(turn, end.stdout);
  if (answer !== null) return { kind: "finished", answer, spend: { ...noSpend, requests: 1 } };
  return failed(
    "bad_answer",
    `The agent's command printed no JSON object as the last thing, or one that does not fit. It said: ${tail(end.stdout)}`,
  );
}

/** An editor is judged by what it left, so its words may be anything. Other roles have to say something. */
function plainAnswer(turn: Turn, stdout: string): Answer | null {
  if (turn.role === "writer" || isReader(turn.role)) return null;
  return { kind: "edit", edit: { summary: tail(stdout), cannot: null } };
}

function promptOf(turn: Turn): string {
  const write = isReader(turn.role)
    ? "You may not write any file."
    : describeWritable(turn.mayWrite);
  const place = `You work in the current directory, a copy of the repository. ${write}\nDo not commit. Where these pages speak of tools (read, edit, run_tests and so on), use your own means; how to end is said below.`;
  const parts = [turn.system, turn.shared, turn.task, place, answerInstructions(turn.role)];
  return `${parts.filter((part) => part.trim() !== "").join("\n\n")}\n`;
}

/** One word of a command line, whether a shell reads it or something that splits words as one does. */
function quote(word: string): string {
  return /^[\w./:=@%+-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function tail(text: string): string {
  const clean = text.replaceAll(/\s+/gu, " ").trim();
  return clean === "" ? "(nothing)" : clean.slice(-600);
}

function failed(why: Extract<TurnReply, { kind: "failed" }>["why"], detail: string): TurnReply {
  return { kind: "failed", why, detail, spend: { ...noSpend, requests: 1 } };
}
