import type { JudgedRecord } from "../adapters/tests/judge-record.ts";
import { judgeRecord, RedRecord } from "../adapters/tests/judge-record.ts";
import { describeProblems } from "../domain/describe-problem.ts";

interface RefusedLine {
  readonly id: string | null;
  readonly line: number;
  readonly error: string;
}

/**
 * Judges one line of `judge-red --batch`.
 * @param number of the line, from 1
 * @returns the verdict, or what is wrong with the line
 */
export function judgeLine(line: string, number: number): JudgedRecord | RefusedLine {
  const data = parseJson(line);
  if (data === undefined) {
    const error = `line ${number} is not JSON. Write one object a line, as judge-red --help shows.`;
    return { id: null, line: number, error };
  }
  const record = RedRecord.safeParse(data, { reportInput: true });
  if (record.success) return judgeRecord(record.data);
  const problems = describeProblems(record.error).join("; ");
  return { id: idOf(data), line: number, error: `line ${number}: ${problems}` };
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
