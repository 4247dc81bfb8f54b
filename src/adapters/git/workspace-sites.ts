import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TurnView } from "../../ports.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Git } from "./run-git.ts";
import { openSiteDisk, tickFile } from "./site-disk.ts";
import type { Carried } from "./tree-carry.ts";
import { findCarried } from "./tree-carry.ts";
import type { Trees } from "./tree-files.ts";
import type { Site } from "./tree-site.ts";

/** Beside the sites once the set-up has run: what it installed is then carried into them. */
export const SET_UP = "setup.done";

/** The directories of a run in which trees are laid out, each made when it is first asked for. */
export interface SiteOf {
  /** `bare` carries nothing: installed packages may hold a copy of what a role must not see. */
  (name: string): Promise<Site>;
  /** Dependencies are looked for again: they have been installed. */
  forget(): void;
}

interface SiteOptions {
  readonly carryFrom: string | null;
  readonly carry: readonly string[];
  readonly path: string;
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
    const shared = { control, objects, trees, path: options.path };
    return { ...shared, dir, gitDir, carried: found, disk, isLaidOut: false };
  };
  const siteOf = (name: string): Promise<Site> => {
    const site = made.get(name) ?? make(name);
    made.set(name, site);
    return site;
  };
  return Object.assign(siteOf, {
    forget: () => {
      carried = null;
      made.clear();
    },
  });
}

export function siteName(lane: string | undefined, view: TurnView | undefined): string {
  return view?.carries === false ? "bare" : laneDir(lane, "agent");
}

/** Lanes have their directories beside the usual one, and no name that another site has. */
export function laneDir(lane: string | undefined, usual: "agent" | "tests"): string {
  if (lane === undefined) return usual;
  if (!/^[A-Za-z0-9][\w.-]*$/.test(lane) || lane.endsWith(".git"))
    throw new Error(`Bug: ${lane} is no name for a lane.`);
  return `${usual}-lane-${lane}`;
}
