import type { JudgedRecord } from "../adapters/tests/judge-record.ts";
import { judgeRecord, RedRecord } from "../adapters/tests/judge-record.ts";
import { describeProblems } from "../domain/describe-problem.ts";

/**
 * Judges one line of `judge-red --batch`.
 * @returns the verdict, or what is wrong with the line
 */
export function judgeLine(
  line: string,
): JudgedRecord | { readonly id: string | null; readonly error: string } {
  const data = parseJson(line);
  const record = RedRecord.safeParse(data, { reportInput: true });
  if (record.success) return judgeRecord(record.data);
  return { id: idOf(data), error: describeProblems(record.error).join("; ") };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function idOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("id" in data)) return null;
  return String(data.id);
}
