import type { z } from "zod";
import { ConfigError } from "../domain/config.ts";
import { describeProblems } from "../domain/describe-problem.ts";
import { readNamed } from "./named-file.ts";

/**
 * A JSON file that a person named, as what it is meant to be.
 * @param what the kind of file, for the message
 * @throws ConfigError when it cannot be read, is not JSON, or not of that kind
 */
export async function readJson<T>(what: string, path: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readNamed(path, what);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`${path} is not JSON. Give ${what}.`, { cause });
  }
  const parsed = schema.safeParse(data, { reportInput: true });
  if (parsed.success) return parsed.data;
  const problems = describeProblems(parsed.error).slice(0, 5);
  throw new ConfigError(`${path} is not ${what}:\n- ${problems.join("\n- ")}`);
}
