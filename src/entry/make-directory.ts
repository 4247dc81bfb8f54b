import { mkdir } from "node:fs/promises";
import { ConfigError } from "../domain/config.ts";

/**
 * Makes a directory and those above it.
 * @throws ConfigError where nothing can be made: of a read-only disk, Node itself says ENOENT
 */
export async function makeDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (!["ENOENT", "EROFS", "EACCES", "EPERM"].includes(code)) throw cause;
    throw new ConfigError(
      `${path} cannot be made: nothing can be written there. Make the place writable, or work in a clone of the repository: git clone . ../work`,
      { cause },
    );
  });
}
