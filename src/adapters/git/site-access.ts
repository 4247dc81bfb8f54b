import { exec } from "../exec.ts";

/** Whether a path exceeded what the system takes in one call: a name of 255, a path of 4,096 bytes. */
export function isTooLong(error: unknown): boolean {
  return codeOf(error) === "ENAMETOOLONG";
}

/** Gives its owner back the right to enter and read what a run shut; false when it was not that. */
export async function openUp(
  error: unknown,
  site: { readonly dir: string; readonly path: string },
): Promise<boolean> {
  if (codeOf(error) !== "EACCES") return false;
  await exec("chmod", ["-R", "u+rwX", "--", site.dir], { env: { PATH: site.path } });
  return true;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
