import { describeWritable } from "../../domain/access.ts";
import type { Answer } from "../../domain/result.ts";
import { addSpend, noSpend } from "../../domain/spend.ts";
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

/** What of a turn its prompt is made of. */
type PromptedTurn = Pick<Turn, "role" | "mayWrite" | "system" | "shared" | "sealed" | "task">;

const MOST_OUTPUT_BYTES = 8_000_000;

/**
 * Any coding CLI: works in the turn's directory, gets the prompt on standard input, and ends with a JSON
 * object. It runs isolated, with network, because it has to reach its model. What it left is judged like
 * the work of any other agent; what it costs is not known here.
 */
export function createCommandAgent(options: CommandAgentOptions): Agent {
  return {
    takeTurn: async (turn: Turn, signal: AbortSignal) => {
      const first = await ask(options, turn, commandPrompt(turn), signal);
      const reply = isMisfit(first) ? await askAgain(options, turn, first.detail, signal) : first;
      return { ...reply, sandbox: options.sandbox.name };
    },
  };
}

type Misfit = Extract<TurnReply, { kind: "failed" }>;

function isMisfit(reply: TurnReply): reply is Misfit {
  return reply.kind === "failed" && reply.why === "bad_answer";
}

/** One mistake of form must not cost the work: it is told what is wrong, in the same directory, once. */
async function askAgain(
  options: CommandAgentOptions,
  turn: Turn,
  problem: string,
  signal: AbortSignal,
): Promise<TurnReply> {
  const said = `# Your answer did not fit\n\nThis is the second and last time that you are asked. You did the work already, and what you changed is still in the current directory. Look at it, mend what is missing, and end with an answer of the right form.\n\n${problem}`;
  const reply = await ask(options, turn, `${commandPrompt(turn)}\n${said}\n`, signal);
  return { ...reply, spend: addSpend({ ...noSpend, requests: 1 }, reply.spend) };
}

async function ask(
  options: CommandAgentOptions,
  turn: Turn,
  input: string,
  signal: AbortSignal,
): Promise<TurnReply> {
  const end = await options.sandbox.run(
    {
      command: commandOf(options),
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
  return signal.aborted ? failed("limit", "The turn was stopped.") : replyOf(options, turn, end);
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
  return answered(turn, end.stdout);
}

function answered(turn: Turn, stdout: string): TurnReply {
  const read = answerInText(answerForm(turn.role), stdout);
  const answer = read.kind === "answer" ? read.answer : plainAnswer(turn, stdout);
  if (answer !== null) return { kind: "finished", answer, spend: { ...noSpend, requests: 1 } };
  const problem = read.kind === "misfit" ? read.problem : "";
  return failed(
    "bad_answer",
    `The agent's command printed no answer that fits: ${problem}. It said: ${tail(stdout)}`,
  );
}

/** Exit codes by which a shell says that a program is not there or is none. */
function notStarted({ argv }: CommandAgentOptions, { stderr, stdout }: ProcessEnd): TurnReply {
  const name = JSON.stringify(argv[0] ?? "");
  return failed(
    "unreachable",
    `The agent's command ${name} cannot be started. It said: ${sentence(tail(stderr || stdout))} Install it, or go on with another: tdd-loop resume --command; on GitHub set another agent.command.`,
  );
}

/** What a program said seldom ends as a sentence does. */
function sentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text : `${text.trim()}.`;
}

/** An editor is judged by what it left, so its words may be anything. Other roles have to say something. */
function plainAnswer(turn: Turn, stdout: string): Answer | null {
  if (turn.role === "writer" || turn.role === "developer" || isReader(turn.role)) return null;
  return { kind: "edit", edit: { summary: tail(stdout), cannot: null } };
}

/** Everything that a coding CLI reads on its standard input: what any agent is told, and how to answer. */
export function commandPrompt(turn: PromptedTurn): string {
  const write = isReader(turn.role)
    ? "You may not write any file."
    : describeWritable(turn.mayWrite);
  const place = `You work in the current directory, a copy of the repository. ${write}\nDo not commit. Where these pages speak of tools (read, edit, run_tests and so on), use your own means; how to end is said below.`;
  const parts = [
    turn.system,
    turn.shared,
    turn.sealed,
    turn.task,
    place,
    answerInstructions(turn.role),
  ];
  return `${parts.filter((part) => part.trim() !== "").join("\n\n")}\n`;
}

function tail(text: string): string {
  const clean = text.replaceAll(/\s+/gu, " ").trim();
  return clean === "" ? "(nothing)" : clean.slice(-600);
}

function failed(why: Extract<TurnReply, { kind: "failed" }>["why"], detail: string): TurnReply {
  return { kind: "failed", why, detail, spend: { ...noSpend, requests: 1 } };
}
