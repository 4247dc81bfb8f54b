import { describeWritable } from "../../domain/access.ts";
import type { Answer } from "../../domain/result.ts";
import { noSpend } from "../../domain/spend.ts";
import type { Agent, ProcessEnd, Sandbox, Turn, TurnReply } from "../../ports.ts";
import { answerForm } from "./answer-form.ts";
import { answerInstructions, answerInText } from "./answer-text.ts";
import { commandLine, quoted } from "./command-line.ts";
import { isReader } from "./tools.ts";

export interface CommandAgentOptions {
  /** The coding CLI and its arguments; never put together with anything that an agent or issue says. */
  readonly argv: readonly string[];
  /** Its environment but for HOME and TMPDIR, which are the sandbox's: tools, and what the configuration allows. */
  readonly env: Readonly<Record<string, string>>;
  /** Files or directories that it finds below its HOME, as copies: what it does to them is thrown away. */
  readonly home: readonly { readonly name: string; readonly from: string }[];
  readonly timeoutMs: number;
  /** Where the machine offers walls, it sees its copy of the repository and nothing of the loop's. */
  readonly sandbox: Sandbox;
}

const MOST_OUTPUT_BYTES = 8_000_000;

/**
 * Any coding CLI: works in the turn's directory, gets the prompt on standard input, and ends with a JSON
 * object. It runs isolated, with network, because it has to reach its model. What it left is judged like
 * the work of any other agent; what it costs is not known here.
 */
export function createCommandAgent(options: CommandAgentOptions): Agent {
  const { sandbox } = options;
  return {
    takeTurn: async (turn: Turn, signal: AbortSignal) => {
      const end = await sandbox.run(
        {
          command: commandOf(options),
          cwd: turn.dir,
          env: options.env,
          writable: [],
          timeoutMs: options.timeoutMs,
          maxOutputBytes: MOST_OUTPUT_BYTES,
          network: "on",
          input: promptOf(turn),
        },
        signal,
      );
      const reply = signal.aborted
        ? failed("limit", "The turn was stopped.")
        : replyOf(options, turn, end);
      return { ...reply, sandbox: sandbox.name };
    },
  };
}

function commandOf({ argv, home }: CommandAgentOptions): string {
  const copies = home.map(({ name, from }) => {
    const place = `"$HOME"/${quoted(name)}`;
    return `mkdir -p "$(dirname -- ${place})" && cp -R -- ${quoted(from)} ${place} && `;
  });
  return `${copies.join("")}${commandLine(argv)}`;
}

function replyOf(options: CommandAgentOptions, turn: Turn, end: ProcessEnd): TurnReply {
  if (end.timedOut) {
    const seconds = options.timeoutMs / 1_000;
    return failed("limit", `The agent's command did not end within ${seconds} s.`);
  }
  if (end.outputCut) return failed("limit", "The agent's command said more than it may.");
  if (end.exitCode === 126 || end.exitCode === 127) return notStarted(options, end);
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

/** Exit codes by which a shell says that a program is not there or is none. */
function notStarted({ argv }: CommandAgentOptions, { stderr, stdout }: ProcessEnd): TurnReply {
  const name = JSON.stringify(argv[0] ?? "");
  return failed(
    "unreachable",
    `The agent's command ${name} cannot be started. It said: ${tail(stderr || stdout)} Install it, or set another agent.command.`,
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

function tail(text: string): string {
  const clean = text.replaceAll(/\s+/gu, " ").trim();
  return clean === "" ? "(nothing)" : clean.slice(-600);
}

function failed(why: Extract<TurnReply, { kind: "failed" }>["why"], detail: string): TurnReply {
  return { kind: "failed", why, detail, spend: { ...noSpend, requests: 1 } };
}
