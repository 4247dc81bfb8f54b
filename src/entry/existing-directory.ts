import { stat } from "node:fs/promises";
import { ConfigError } from "../domain/config.ts";

/** @throws ConfigError when `path` is no directory */
export async function existingDirectory(path: string): Promise<string> {
  const isDirectory = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (isDirectory) return path;
  throw new ConfigError(`${path} is no directory. Give --repo the path of a repository.`);
}
