import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Version } from "../../gates/change-set.ts";
import type { Coprocess, Reading } from "../coprocess.ts";
import { objectId } from "./object-id.ts";
import { encodePath } from "./path-bytes.ts";
import type { Git } from "./run-git.ts";
import { GitError } from "./run-git.ts";

export interface StoredObject {
  readonly type: string;
  readonly bytes: Buffer;
}

/** One line of a tree object; `name` as decodePath gives it. */
export interface TreeLine extends NonNullable<Version> {
  readonly name: string;
}

/** The objects of one repository, through git processes that stay: asking costs no start. */
export interface ObjectStore {
  /** Null when the repository has no such object. */
  read(oid: string): Promise<StoredObject | null>;
  /** Bytes as they are: no filter, no line ends. */
  writeBlob(bytes: Buffer): Promise<string>;
  /** Lines in any order; git sorts them. */
  writeTree(lines: readonly TreeLine[]): Promise<string>;
}

export function openObjectStore(git: Git, gitDir: string): ObjectStore {
  const stay = (...args: string[]): Coprocess => git.stay(args, { gitDir, cwd: "/" });
  const reader = stay("cat-file", "--batch");
  const hasher = stay("hash-object", "-w", "--no-filters", "--stdin-paths");
  const treeMaker = stay("mktree", "-z", "--batch");
  const scratch = join(gitDir, "tdd-loop-scratch");
  return {
    read: (oid) => reader.ask(`${objectId(oid)}\n`, readObject),
    async writeBlob(bytes) {
      // Hashed from a copy of ours: what stands at an agent's path could be another thing by then.
      await mkdir(scratch, { recursive: true });
      const copy = join(scratch, randomUUID());
      await writeFile(copy, bytes);
      try {
        return await hasher.ask(`${copy}\n`, readLine);
      } finally {
        await rm(copy, { force: true });
      }
    },
    writeTree: (lines) =>
      treeMaker.ask(Buffer.concat([...lines.map(treeLine), Buffer.from([0])]), readLine),
  };
}

function treeLine({ mode, oid, name }: TreeLine): Buffer {
  const type = { "040000": "tree", "160000": "commit" }[mode] ?? "blob";
  const end = Buffer.from([0]);
  return Buffer.concat([Buffer.from(`${mode} ${type} ${oid}\t`), encodePath(name), end]);
}

function readLine(printed: Buffer): Reading<string> {
  const end = printed.indexOf(10);
  if (end < 0) return { kind: "more", bytes: printed.length + 1 };
  return { kind: "answer", value: printed.toString("latin1", 0, end), used: end + 1 };
}

function readObject(printed: Buffer): Reading<StoredObject | null> {
  const head = readLine(printed);
  if (head.kind === "more") return head;
  const [, type = "", size = ""] = head.value.split(" ");
  if (type === "missing") return { kind: "answer", value: null, used: head.used };
  if (!/^[0-9]+$/.test(size)) throw new GitError(`git cat-file answered ${head.value}`);
  const end = head.used + Number(size);
  if (printed.length < end + 1) return { kind: "more", bytes: end + 1 };
  const bytes = Buffer.from(printed.subarray(head.used, end));
  return { kind: "answer", value: { type, bytes }, used: end + 1 };
}
