import type { Log, LogFields } from "./host.ts";

/**
 * Writes one JSON line an entry. Of an error it keeps name, message and status: errors of
 * Octokit and of the webhook library carry whole payloads, which may hold anything.
 */
export function createJsonLog(write: (line: string) => void): Log {
  const entry = (level: string, message: string, fields: object) =>
    write(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
  return {
    info: (message: string, fields: LogFields = {}) => entry("info", message, fields),
    error: (message: string, error: unknown, fields: LogFields = {}) =>
      entry("error", message, { ...fields, error: describe(error) }),
  };
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: "not an Error" };
  const status = (error as { status?: unknown }).status;
  const inner = error instanceof AggregateError ? { errors: error.errors.map(describe) } : {};
  return { name: error.name, message: error.message.slice(0, 500), status, ...inner };
}
