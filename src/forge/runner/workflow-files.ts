import { isSha, resolveCommit } from "../git-queries.ts";
import type { Repo } from "../world.ts";
import type { ParsedWorkflow, WorkflowFile } from "./workflow.ts";
import { parseWorkflow } from "./workflow.ts";

export interface Workflow {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly file: WorkflowFile;
}

/** A workflow keeps its number for as long as its path: derived, so that no table is needed. */
function workflowId(repo: Repo, path: string): number {
  let hash = repo.id;
  for (const character of path) hash = (hash * 31 + character.charCodeAt(0)) % 900_000_007;
  return hash + 1_000_000;
}

async function readFiles(repo: Repo, sha: string): Promise<ParsedWorkflow[]> {
  const listed = await repo.git.run(["ls-tree", "--name-only", sha, ".github/workflows/"]);
  const paths = listed.stdout.split("\n").filter((path) => /\.ya?ml$/.test(path));
  return Promise.all(
    paths.map(async (path) => parseWorkflow(path, await repo.git.ok(["show", `${sha}:${path}`]))),
  );
}

const known = new WeakMap<Repo, Map<string, Workflow[]>>();

/** The workflows that a commit holds; broken files are left out, as GitHub leaves them unstarted. */
export async function workflowsAt(repo: Repo, ref: string): Promise<Workflow[]> {
  const sha = isSha(ref) ? ref : await resolveCommit(repo.git, ref);
  if (!sha) return [];
  const cache = known.get(repo) ?? new Map<string, Workflow[]>();
  known.set(repo, cache);
  const found = cache.get(sha) ?? (await readWorkflows(repo, sha));
  cache.set(sha, found);
  return found;
}

async function readWorkflows(repo: Repo, sha: string): Promise<Workflow[]> {
  const files = await readFiles(repo, sha);
  return files.flatMap((parsed) =>
    parsed.kind === "broken"
      ? []
      : [
          {
            id: workflowId(repo, parsed.path),
            name: parsed.file.name ?? parsed.path,
            path: parsed.path,
            file: parsed.file,
          },
        ],
  );
}

/** By number, by path or by file name. */
export function findWorkflow(workflows: readonly Workflow[], name: string): Workflow | null {
  const found = workflows.find(
    (one) =>
      String(one.id) === name || one.path === name || one.path === `.github/workflows/${name}`,
  );
  return found ?? null;
}
