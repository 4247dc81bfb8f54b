import type { Finding } from "./finding.ts";
import { failure, ok } from "./finding.ts";
import type { Machine } from "./machine.ts";

/** From 2.31 on git takes configuration from the environment, which keeps tokens out of its arguments. */
const oldestGit = [2, 31] as const;
const oldestNode = [20, 19] as const;

export async function checkTools(machine: Machine): Promise<Finding[]> {
  return [checkNode(machine.nodeVersion), await checkGit(machine)];
}

function checkNode(found: string): Finding {
  if (isAtLeast(found, oldestNode)) return ok("node", found);
  return failure("node", found, `Install Node ${oldestNode.join(".")} or newer.`);
}

async function checkGit(machine: Machine): Promise<Finding> {
  const answer = await machine.git(["--version"]);
  if (answer.exitCode === null) return failure("git", "not found", "Install git.");
  const found = /\d+(\.\d+)+/.exec(answer.stdout)?.[0] ?? answer.stdout.trim();
  if (isAtLeast(found, oldestGit)) return ok("git", found);
  return failure("git", found, `Install git ${oldestGit.join(".")} or newer.`);
}

function isAtLeast(found: string, [major, minor]: readonly [number, number]): boolean {
  const [foundMajor = 0, foundMinor = 0] = found.replace(/^v/, "").split(".").map(Number);
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}
