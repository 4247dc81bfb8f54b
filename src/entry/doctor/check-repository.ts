import type { Finding } from "./finding.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Machine } from "./machine.ts";

/** Whether a run could start from this repository as it is now. */
export async function checkRepository(machine: Machine): Promise<Finding[]> {
  const top = await machine.git(["rev-parse", "--show-toplevel"]);
  if (top.exitCode !== 0) {
    return [
      failure(
        "repository",
        `${machine.repo} is no git work tree`,
        "Run `git init`, or give --repo.",
      ),
    ];
  }
  const head = await machine.git(["rev-parse", "--verify", "--quiet", "HEAD"]);
  if (head.exitCode !== 0) {
    return [failure("repository", "no commit yet", "Commit something; a run needs a base.")];
  }
  return [
    ok("repository", top.stdout.trim()),
    await checkDepth(machine),
    ...(await checkAccess(machine, top.stdout.trim())),
    await checkTree(machine),
  ];
}

async function checkAccess(machine: Machine, root: string): Promise<Finding[]> {
  const { isWritable, isTrusted } = await machine.access();
  return [
    ...(isWritable
      ? []
      : [
          failure(
            "write access",
            `${root} or its git directory cannot be written`,
            "Make it writable, or work in a clone of it: git clone . ../work",
          ),
        ]),
    ...(isTrusted
      ? []
      : [
          failure(
            "ownership",
            `${root} belongs to somebody else, so git refuses it for your own commands and tests`,
            `Run: git config --global --add safe.directory ${root}`,
          ),
        ]),
  ];
}

async function checkDepth(machine: Machine): Promise<Finding> {
  const shallow = await machine.git(["rev-parse", "--is-shallow-repository"]);
  if (shallow.stdout.trim() !== "true") return ok("history", "complete");
  return warning("history", "shallow clone", "Run `git fetch --unshallow` if a base is not found.");
}

async function checkTree(machine: Machine): Promise<Finding> {
  const status = await machine.git(["status", "--porcelain", "-z"]);
  const count = status.stdout.split("\0").filter((entry) => entry !== "").length;
  if (count === 0) return ok("work tree", "clean");
  return warning(
    "work tree",
    `${count} uncommitted ${count === 1 ? "change" : "changes"}`,
    "Commit or stash what a run should see; it starts from the commit.",
  );
}
