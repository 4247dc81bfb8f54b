import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { addUser } from "./access.ts";
import { createGit } from "./git.ts";
import { prepareRepository } from "./git-http.ts";
import { ensureLabel } from "./issue-actions.ts";
import type { Repo, World } from "./world.ts";

export interface NewRepository {
  readonly owner: string;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly private?: boolean;
  readonly defaultBranch?: string;
}

const starterLabels: readonly [string, string][] = [
  ["bug", "d73a4a"],
  ["documentation", "0075ca"],
  ["enhancement", "a2eeef"],
  ["good first issue", "7057ff"],
  ["help wanted", "008672"],
  ["question", "d876e3"],
];

/** A repository without a commit yet. */
export async function createRepository(world: World, asked: NewRepository): Promise<Repo> {
  const name = `${asked.owner}/${asked.name}`;
  if (world.repos.has(name.toLowerCase())) throw new Error(`${name} exists already.`);
  const dir = join(world.dir, "repos", `${asked.owner}+${asked.name}.git`);
  await mkdir(dir, { recursive: true });
  const repo: Repo = {
    id: world.nextId(),
    owner: addUser(world, asked.owner),
    name: asked.name,
    private: asked.private ?? false,
    defaultBranch: asked.defaultBranch ?? "main",
    git: createGit(dir, world.path),
    createdAt: world.now(),
    pushedAt: world.now(),
    roles: new Map(),
    labels: new Map(),
    issues: new Map(),
    checkSuites: [],
    checkRuns: [],
    statuses: [],
    protections: new Map(),
    queue: [],
    secrets: new Map(),
    busy: Promise.resolve(),
  };
  await prepareRepository(repo);
  for (const [label, color] of starterLabels) ensureLabel(world, repo, label).color = color;
  world.repos.set(name.toLowerCase(), repo);
  return repo;
}
