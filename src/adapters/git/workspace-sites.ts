import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TurnView } from "../../ports.ts";
import { createAgentPacks } from "./agent-packs.ts";
import type { ObjectStore } from "./object-store.ts";
import { createOverlayCopies } from "./overlay-copies.ts";
import type { Git } from "./run-git.ts";
import { openSiteDisk, tickFile } from "./site-disk.ts";
import type { Carried } from "./tree-carry.ts";
import { findCarried } from "./tree-carry.ts";
import type { Trees } from "./tree-files.ts";
import type { Layer, Site } from "./tree-site.ts";
import { layOut } from "./tree-site.ts";

/** Beside the sites once the set-up has run: what it installed is then carried into them. */
export const SET_UP = "setup.done";

/** The directories of a run in which trees are laid out, each made when it is first asked for. */
export interface SiteOf {
  /** `bare` carries nothing: installed packages may hold a copy of what a role must not see. */
  (name: string): Promise<Site>;
  /** Dependencies are looked for again: they have been installed. */
  forget(): void;
  /** Takes down what was mounted for sites. */
  close(): Promise<void>;
}

interface SiteOptions {
  readonly carryFrom: string | null;
  readonly carry: readonly string[];
  readonly path: string;
  /** Whether lanes may share their files where this process may mount. */
  readonly overlays?: boolean;
}

interface SiteParts {
  readonly git: Git;
  readonly objects: ObjectStore;
  readonly trees: Trees;
  readonly stateDir: string;
  readonly control: string;
}

export function createSites(options: SiteOptions, parts: SiteParts): SiteOf {
  const { git, stateDir, control, objects, trees } = parts;
  const made = new Map<string, Promise<Site>>();
  const packs = createAgentPacks(git, control, join(stateDir, "agent-packs"));
  let carried: Promise<readonly Carried[]> | null = null;
  const find = async (): Promise<readonly Carried[]> => {
    const from = existsSync(join(stateDir, SET_UP)) ? join(stateDir, "setup") : options.carryFrom;
    return from === null ? [] : await findCarried(git, from, options.carry);
  };
  const make = async (name: string): Promise<Site> => {
    carried ??= find();
    const dir = join(stateDir, name);
    const gitDir = `${dir}.git`;
    const found = name === "bare" ? [] : await carried;
    const skipped = found.map(({ path }) => path);
    const disk = openSiteDisk(dir, tickFile(gitDir), skipped);
    const common = { control, objects, trees, packs, path: options.path };
    const shared = options.overlays === true && isLane(name) ? sharing : null;
    return { ...common, dir, gitDir, carried: found, disk, isLaidOut: false, shared };
  };
  const siteOf = (name: string): Promise<Site> => {
    const site = made.get(name) ?? make(name);
    made.set(name, site);
    return site;
  };
  const sharing = shareFiles(options.path, parts, () => siteOf("layer"));
  return Object.assign(siteOf, {
    forget: () => {
      carried = null;
      made.clear();
      sharing.forget();
    },
    close: () => sharing.copies.close(),
  });
}

/** What lanes stand on, laid out when the first of them begins. */
function shareFiles(path: string, { git, stateDir, trees }: SiteParts, site: () => Promise<Site>) {
  const copies = createOverlayCopies(stateDir, path);
  let made: Promise<Layer> | null = null;
  const make = async (tree: string, signal: AbortSignal): Promise<Layer> => {
    // A run that was killed has left its mounts, and nothing may change below one.
    await copies.close();
    const original = await site();
    await layOut(git, original, tree, signal);
    return { site: original, files: await trees.files(tree) };
  };
  return {
    copies,
    forget: () => {
      made = null;
    },
    async layer(tree: string, signal: AbortSignal): Promise<Layer> {
      made ??= make(tree, signal);
      try {
        return await made;
      } catch (error) {
        // Whoever comes next tries again.
        made = null;
        throw error;
      }
    },
  };
}

export function siteName(lane: string | undefined, view: TurnView | undefined): string {
  return view?.carries === false ? "bare" : laneDir(lane, "agent");
}

/** Lanes have their directories beside the usual one, and no name that another site has. */
export function laneDir(lane: string | undefined, usual: "agent" | "tests"): string {
  if (lane === undefined) return usual;
  if (!/^[A-Za-z0-9][\w.-]*$/.test(lane) || lane.endsWith(".git"))
    throw new Error(`Bug: ${lane} is no name for a lane.`);
  return `${usual}${LANE}${lane}`;
}

const LANE = "-lane-";

function isLane(name: string): boolean {
  return name.includes(LANE);
}
