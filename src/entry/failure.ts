import { z } from "zod";
import { ConfigError } from "../domain/config.ts";
import { createRedactor } from "../domain/redact.ts";
import { exitCodes } from "./exit-codes.ts";
import { unpack } from "./unpack.ts";

export interface Failure {
  readonly message: string;
  readonly exitCode: number;
}

/**
 * What a person reads when a command could not be carried out. The user's own mistakes come without
 * a stack; a bug comes with one. Values of secret variables never show.
 */
export function describeFailure(
  error: unknown,
  env: Readonly<Record<string, string | undefined>>,
  cancelled: boolean,
): Failure {
  const hide = createRedactor(secretsOf(env), unpack);
  if (cancelled) return { message: "cancelled.", exitCode: exitCodes.cancelled };
  if (error instanceof ConfigError) {
    return { message: hide(error.message), exitCode: exitCodes.usage };
  }
  const system = SystemError.safeParse(error);
  if (system.success) {
    return { message: hide(describeSystemError(system.data)), exitCode: exitCodes.infrastructure };
  }
  return {
    message: hide(
      `this is a bug, please report it with these lines:\n${chainOf(error).join("\n")}`,
    ),
    exitCode: exitCodes.infrastructure,
  };
}

/** The stacks of an error and of what caused it, outermost first. */
function chainOf(error: unknown, seen: readonly unknown[] = []): string[] {
  if (error === undefined || seen.includes(error)) return [];
  if (!(error instanceof Error)) return [String(error)];
  const before = seen.length === 0 ? "" : "caused by ";
  return [`${before}${error.stack ?? error.message}`, ...chainOf(error.cause, [...seen, error])];
}

/** What Node says when the machine refuses: a missing file, a full disk, a closed port. */
const SystemError = z.looseObject({
  code: z.string().regex(/^E[A-Z0-9]+$/),
  syscall: z.string(),
  message: z.string(),
  path: z.string().optional(),
});

function describeSystemError(error: z.infer<typeof SystemError>): string {
  const advice = systemAdvice[error.code];
  const { path, code, message } = error;
  const words = path === undefined ? undefined : systemWords[code];
  const what = words === undefined ? message : `${path} ${words} (${code})`;
  return `${what}.${advice === undefined ? "" : ` ${advice}`}`;
}

/** What became of the path that the error names. */
const systemWords: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  EACCES: "may not be read or written by you",
  EPERM: "may not be read or written by you",
  EISDIR: "is a directory",
  ENOTDIR: "is not a directory, or lies in none",
  EROFS: "lies on a disk that is read-only",
};

const systemAdvice: Readonly<Record<string, string>> = {
  ENOENT: "Check that the path is right and that it exists.",
  EACCES: "Check who may read and write there.",
  EPERM: "Check who may read and write there.",
  EISDIR: "A file is needed, this is a directory.",
  ENOTDIR: "A directory is needed, this is a file.",
  EROFS: "Choose a place that can be written: --repo or --state-dir.",
  ENOSPC: "The disk is full; free some space and run `tdd-loop resume`.",
  EADDRINUSE: "Another program has this port; choose another with --port.",
  ECONNREFUSED: "Nothing answers there; check the address and the network.",
  ENOTFOUND: "The name could not be resolved; check the address and the network.",
};

/** Variables whose values must never show; a path to a key is no secret. */
const secretName = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i;

/** The values of variables that are named like secrets. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) && !name.endsWith("_PATH") ? [value] : [],
  );
}
