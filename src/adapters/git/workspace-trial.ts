import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Version } from "../../gates/change-set.ts";
import type { Furnishing } from "./gate-checkout.ts";
import { listTree } from "./gate-trees.ts";
import { hardenedGit } from "./git.ts";
import { objectId } from "./object-id.ts";
import type { Carried } from "./tree-carry.ts";
import { installCarried } from "./tree-carry.ts";
import type { TreeTrial } from "./try-tree.ts";

export interface TrialTrees {
  /** The tree that is tried. */
  readonly tree: string;
  readonly redTree: string;
  /** Paths of the files that RED sealed. */
  readonly redFiles: readonly string[];
}

/** The part of a trial that only the loop's own repository knows. */
export type TrialGround = Pick<
  TreeTrial,
  "git" | "tree" | "redTree" | "red" | "room" | "furnishing"
>;

interface TrialPlace {
  readonly path: string;
  readonly control: string;
  readonly room: string;
  readonly carried: readonly Carried[];
}

/** Reads the trees of a trial off the loop's repository; RED's sealed files lie over the tree. */
export async function trialGround(place: TrialPlace, asked: TrialTrees): Promise<TrialGround> {
  const git = hardenedGit(place.path, { gitDir: place.control });
  await mkdir(place.room, { recursive: true });
  const [head, redTree] = await Promise.all([
    listTree(git, objectId(asked.tree)),
    listTree(git, objectId(asked.redTree)),
  ]);
  const red = new Map<string, Version>(
    asked.redFiles.map((path) => [path, redTree.get(path) ?? null]),
  );
  const tree = new Map([...head, ...red]);
  return { git, tree, redTree, red, room: place.room, furnishing: furnished(place.carried) };
}

/** The same way as in the test site: a repository's own packages are those of the tree. */
function furnished(carried: readonly Carried[]): Furnishing {
  return {
    paths: carried.map(({ path }) => path),
    async furnish(dir) {
      for (const one of carried) await installCarried(one, join(dir, one.path));
    },
  };
}
