import { createContext, Script } from "node:vm";
import type { CheckEnd, CheckRequest } from "../../domain/check-run.ts";
import type { ProcessEnd, Sandbox, SandboxedProcess } from "../../ports.ts";
import { plainText } from "./plain-text.ts";

/** Characters of a check's output that are kept (S1-31). */
const mostKept = 4_000;
/** A pattern that backtracks without end counts as not found. */
const patternMs = 1_000;

/** Runs one line of a loop spec under the sandbox and says how it ended; never throws on a failure. */
export async function runCheck(
  sandbox: Sandbox,
  { line, timeoutMs, pattern }: Omit<CheckRequest, "dir">,
  process: Omit<SandboxedProcess, "command" | "timeoutMs">,
  signal: AbortSignal,
): Promise<CheckEnd> {
  const end = await sandbox.run({ ...process, command: line, timeoutMs }, signal);
  const printed = [end.stdout, end.stderr].filter((text) => text !== "").join("\n");
  return {
    exit: exitOf(end, timeoutMs),
    matched: pattern === null ? null : isFound(pattern, printed),
    output: cut(withoutPlace(plainText(printed), process.cwd)),
    durationMs: end.durationMs,
    sandbox: sandbox.name,
  };
}

/** Paths of the checkout as the repository names them: where it lies says nothing, to nobody. */
function withoutPlace(text: string, dir: string): string {
  return text.replaceAll(`${dir}/`, "");
}

function exitOf({ exitCode, signal, timedOut }: ProcessEnd, timeoutMs: number): CheckEnd["exit"] {
  if (timedOut) return { kind: "timed_out", afterMs: timeoutMs };
  if (exitCode !== null) return { kind: "exited", code: exitCode };
  return { kind: "killed", signal: signal ?? "unknown signal" };
}

/** On all of the output, before anything is cut (S1-20), with flag m. */
function isFound(pattern: string, text: string): boolean {
  const context = createContext({ pattern, text });
  try {
    const script = new Script('new RegExp(pattern, "m").test(text)');
    return script.runInContext(context, { timeout: patternMs }) === true;
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
    if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}

/** Beginning and end, where a runner's first failure and its sums are. */
function cut(text: string): string {
  if (text.length <= mostKept) return text;
  const half = mostKept / 2;
  const left = text.length - mostKept;
  return `${text.slice(0, half)}\n[… ${left} characters cut …]\n${text.slice(-half)}`;
}
