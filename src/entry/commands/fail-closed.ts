import { stat } from "node:fs/promises";
import { ConfigError } from "../../domain/config.ts";

interface Distrust {
  readonly kind: "distrust";
  readonly code: string;
  readonly why: string;
  readonly fix: string;
}

/**
 * Whatever breaks while a gate looks is a reason not to judge: never a pass, never a violation.
 * @param repo the repository that was named; told of when it is what is missing
 */
export async function failClosed(error: unknown, repo: string): Promise<Distrust> {
  const code = "GATE_ERROR_FAIL_CLOSED";
  if (!(await isDirectory(repo))) {
    const why = `${repo} is no directory`;
    return { kind: "distrust", code, why, fix: "Give --repo the path of a repository." };
  }
  const message = error instanceof Error ? error.message : String(error);
  const [why = "", fix = ""] = error instanceof ConfigError ? sentencesOf(message) : [message];
  return {
    kind: "distrust",
    code,
    why: why.replace(/[.]$/, ""),
    fix: fix === "" ? "Repair what the message names and ask again." : fix,
  };
}

/** What happened, and what to do about it. */
function sentencesOf(message: string): readonly string[] {
  const end = message.search(/[.]\s+[A-Z]/);
  return end === -1 ? [message] : [message.slice(0, end), message.slice(end + 1).trim()];
}

function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
