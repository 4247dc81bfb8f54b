import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** A release as the registry has it; `integrity` is its sha512 in npm's own form. */
export interface Release {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** What its tests need, each pinned. */
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface Unpacked {
  readonly kind: "unpacked";
  /** Text of each file, by path; workflows are left out: the runner would run them. */
  readonly files: Readonly<Record<string, string>>;
  readonly modules: string;
}

/**
 * Fetches a release and its dependencies with the ordinary npm client, once for all runs of this
 * machine. `unreachable` when the registry does not answer; anything else that is wrong throws.
 */
export function fetchRelease(release: Release): Unpacked | { readonly kind: "unreachable" } {
  const { name, version, integrity } = release;
  const place = join(tmpdir(), "tdd-loop-releases", `${name.replace("/", "+")}@${version}`);
  if (!existsSync(place) && !fetchInto(place, release)) return { kind: "unreachable" };
  const tarball = readdirSync(place).find((file) => file.endsWith(".tgz")) ?? "";
  const bytes = readFileSync(join(place, tarball));
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found !== integrity) throw new Error(`${name}@${version} is ${found}, wanted ${integrity}.`);
  const files = textsIn(join(place, "package"));
  return { kind: "unpacked", files, modules: join(place, "node_modules") };
}

/** Under another name until it is complete, so that a run that is killed leaves nothing half made. */
function fetchInto(place: string, { name, version, dependencies }: Release): boolean {
  mkdirSync(join(place, ".."), { recursive: true });
  const making = mkdtempSync(`${place}.`);
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: making, stdio: ["ignore", "ignore", "pipe"] });
  try {
    npm("pack", "--silent", `${name}@${version}`);
    const tarball = readdirSync(making).find((file) => file.endsWith(".tgz")) ?? "";
    execFileSync("tar", ["xzf", tarball, "--no-same-owner", "--mode=u+rwX,go+rX"], { cwd: making });
    writeFileSync(join(making, "package.json"), JSON.stringify({ private: true, dependencies }));
    npm("install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock");
    if (!existsSync(place)) renameSync(making, place);
    return true;
  } catch (error) {
    if (!/E(?:AI_AGAIN|NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT)/.test(String(error))) throw error;
    return false;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

function textsIn(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(".github/workflows/"));
  const texts = paths.map((path) => [path, readFileSync(join(dir, path), "utf8")] as const);
  return { ".gitignore": "node_modules/\n", ...Object.fromEntries(texts) };
}

/** Dependencies for a checkout made by hand. */
export function bringModules(modules: string, checkout: string): void {
  cpSync(modules, join(checkout, "node_modules"), { recursive: true, verbatimSymlinks: true });
}
