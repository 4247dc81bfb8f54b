// What a branch changed, found out slowly and without git: objects, refs and index are read as
// files, both trees and the work tree are laid side by side and compared byte by byte. Nothing here
// comes from src/. Paths are strings of bytes (latin1).
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { isIgnored } from "./ignore-rules.mjs";

const GITLINK = 0o160000;
const at = (dir, path) => Buffer.from(path === "" ? dir : `${dir}/${path}`, "latin1");

/**
 * @param {string} dir top of a work tree
 * @param {string} base full name of the ref that the branch was cut from
 * @returns {{kind: "changed", paths: string[]} | {kind: "no_trust"}}
 */
export function changesOf(dir, base) {
  const repository = open(dir, `${dir}/.git`);
  const head = repository.resolve("HEAD");
  const tip = repository.resolve(base);
  if (head === null || tip === null) return { kind: "no_trust" };
  const forks = bestCommonAncestors(repository, tip, head);
  if (forks.length !== 1) return { kind: "no_trust" };
  const index = repository.index();
  const isThere = ({ path }) => lstatSync(at(dir, path), { throwIfNoEntry: false }) !== undefined;
  if (index.some((entry) => entry.assumed || (entry.skipped && isThere(entry)))) {
    return { kind: "no_trust" };
  }
  const fork = repository.tree(repository.commit(forks[0]).tree);
  return { kind: "changed", paths: differing(fork, index, diskOf(dir, index), dir) };
}

function differing(fork, index, disk, dir) {
  const staged = new Map(index.map((entry) => [entry.path, entry]));
  const all = new Set([...fork.keys(), ...staged.keys(), ...disk.keys()]);
  const changed = [...all].filter((path) => {
    const entry = staged.get(path);
    if (entry !== undefined) return entryDiffers(entry, fork.get(path), disk.get(path));
    // What is neither file nor link is nothing that git could take up.
    return fork.has(path) || (disk.get(path) !== "special" && !isIgnored(dir, path));
  });
  return changed.filter((path) => !path.startsWith(".tdd-loop/")).sort();
}

function entryDiffers({ what, stage, intent, skipped }, fork, disk) {
  if (stage !== 0 || intent || what !== fork) return true;
  return what !== (skipped ? (disk ?? what) : disk);
}

/** Path to "mode oid" of everything that lies in a work tree. */
function diskOf(dir, index) {
  const links = new Map(
    index.filter(({ mode }) => mode === GITLINK).map(({ path, what }) => [path, what]),
  );
  return new Map(thingsBelow(dir, "", links));
}

function* thingsBelow(dir, folder, links) {
  const names = readdirSync(at(dir, folder), { encoding: "latin1" });
  for (const name of names.filter((one) => one !== ".git")) {
    const path = folder === "" ? name : `${folder}/${name}`;
    const stat = lstatSync(at(dir, path));
    if (!stat.isDirectory()) yield [path, fileAt(dir, path, stat)];
    else if (links.has(path)) yield [path, submoduleAt(`${dir}/${path}`, links.get(path))];
    else yield* thingsBelow(dir, path, links);
  }
}

function fileAt(dir, path, stat) {
  if (stat.isSymbolicLink())
    return `${0o120000} ${blob(readlinkSync(at(dir, path), { encoding: "buffer" }))}`;
  if (!stat.isFile()) return "special";
  const mode = (stat.mode & 0o100) === 0 ? 0o100644 : 0o100755;
  return `${mode} ${blob(readFileSync(at(dir, path)))}`;
}

/** A submodule's commit, or "dirty"; what is untracked in it does not matter. */
function submoduleAt(dir, wanted) {
  if (!existsSync(`${dir}/.git`)) return wanted;
  const [, gitDir] = /^gitdir: (.*)\n$/.exec(readFileSync(`${dir}/.git`, "latin1"));
  const inner = open(dir, `${dir}/${gitDir}`);
  const head = inner.resolve("HEAD");
  const tree = inner.tree(inner.commit(head).tree);
  const index = inner.index();
  const disk = diskOf(dir, index);
  const same =
    index.length === tree.size &&
    index.every(({ path, what }) => what === tree.get(path) && what === disk.get(path));
  return same ? `${GITLINK} ${head}` : "dirty";
}

function blob(content) {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

function open(dir, gitDir) {
  const object = (oid) => {
    const raw = inflateSync(readFileSync(`${gitDir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`));
    return raw.subarray(raw.indexOf(0) + 1);
  };
  return {
    dir,
    resolve: (ref) => resolveRef(gitDir, ref),
    commit: (oid) => {
      const [head] = object(oid).toString("latin1").split("\n\n");
      const all = (word) =>
        [...head.matchAll(new RegExp(`^${word} (\\w+)$`, "gm"))].map((m) => m[1]);
      return { tree: all("tree")[0], parents: all("parent") };
    },
    tree: (oid) => new Map(entriesBelow(object, oid, "")),
    index: () => readIndex(`${gitDir}/index`),
  };
}

function resolveRef(gitDir, ref) {
  const file = `${gitDir}/${ref}`;
  if (!existsSync(file)) {
    const packed = `${gitDir}/packed-refs`;
    const lines = existsSync(packed) ? readFileSync(packed, "latin1").split("\n") : [];
    return lines.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0] ?? null;
  }
  const text = readFileSync(file, "latin1").trim();
  return text.startsWith("ref: ") ? resolveRef(gitDir, text.slice(5)) : text;
}

function* entriesBelow(object, oid, prefix) {
  const body = object(oid);
  for (let from = 0; from < body.length; ) {
    const nul = body.indexOf(0, from);
    const [mode, ...name] = body.toString("latin1", from, nul).split(" ");
    const id = body.toString("hex", nul + 1, nul + 21);
    const path = prefix + name.join(" ");
    if (mode === "40000") yield* entriesBelow(object, id, `${path}/`);
    else yield [path, `${Number.parseInt(mode, 8)} ${id}`];
    from = nul + 21;
  }
}

/** git's index, versions 2 and 3, as its documentation describes the file. */
function readIndex(file) {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const entries = [];
  let from = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flags = bytes.readUInt16BE(from + 60);
    const isLong = (flags & 0x4000) !== 0;
    const more = isLong ? bytes.readUInt16BE(from + 62) : 0;
    const start = from + (isLong ? 64 : 62);
    const end = bytes.indexOf(0, start);
    const mode = bytes.readUInt32BE(from + 24);
    entries.push({
      path: bytes.toString("latin1", start, end),
      mode,
      what: `${mode} ${bytes.toString("hex", from + 40, from + 60)}`,
      stage: (flags >> 12) & 3,
      assumed: (flags & 0x8000) !== 0,
      skipped: (more & 0x4000) !== 0,
      intent: (more & 0x2000) !== 0,
    });
    from += Math.floor((end - from) / 8) * 8 + 8;
  }
  return entries;
}

/** Common ancestors that are no ancestor of another one. */
function bestCommonAncestors(repository, a, b) {
  const ancestors = (oid, seen = new Set()) => {
    if (seen.has(oid)) return seen;
    seen.add(oid);
    for (const parent of repository.commit(oid).parents) ancestors(parent, seen);
    return seen;
  };
  const ofB = ancestors(b);
  const common = [...ancestors(a)].filter((oid) => ofB.has(oid));
  return common.filter((oid) => !common.some((one) => one !== oid && ancestors(one).has(oid)));
}
