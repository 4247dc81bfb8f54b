import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createAgentPacks } from "../../../src/adapters/git/agent-packs.ts";
import { createGit } from "../../../src/adapters/git/run-git.ts";
import { git, PATH, repository, temporary, write } from "./local-repository.ts";

function packs(repo: string) {
  const real = createGit({ path: PATH, globalConfig: "/dev/null" });
  const room = join(temporary(), "agent-packs");
  let packed = 0;
  const counting = {
    ...real,
    text: (...asked: Parameters<typeof real.text>) => {
      packed += 1;
      return real.text(...asked);
    },
  };
  const made = createAgentPacks(counting, join(repo, ".git"), room);
  return { room, into: made.into, packed: () => packed };
}

function place(): string {
  const dir = join(temporary(), "objects/pack");
  mkdirSync(dir, { recursive: true });
  return dir;
}

function commitOf(repo: string, text: string): string {
  write(repo, { "src/sum.js": text });
  git(repo, "commit", "-q", "-am", text);
  return git(repo, "rev-parse", "HEAD").trim();
}

describe("packs of what agents see", () => {
  it("are made once for all who ask for the same commit, and copied to each", async () => {
    const repo = repository();
    const commit = commitOf(repo, "1");
    const { into, packed } = packs(repo);
    const places = Array.from({ length: 8 }, place);
    await Promise.all(places.map((dir) => into(commit, dir)));
    expect(packed()).toBe(1);
    const [one = "", two = ""] = places;
    const pack = readdirSync(one).find((name) => name.endsWith(".pack")) ?? "";
    const before = readFileSync(join(two, pack));
    chmodSync(join(one, pack), 0o644);
    writeFileSync(join(one, pack), "broken");
    expect(readFileSync(join(two, pack))).toEqual(before);
    await into(commit, place());
    expect(packed()).toBe(1);
  });

  it("are not kept for more than two commits", async () => {
    const repo = repository();
    const { room, into } = packs(repo);
    for (const text of ["1", "2", "3", "4"]) await into(commitOf(repo, text), place());
    expect(readdirSync(room)).toHaveLength(2);
  });

  it("are made again when the first try failed", async () => {
    const repo = repository();
    const { into } = packs(repo);
    await expect(into("0".repeat(40), place())).rejects.toThrow("pack-objects");
    const dir = place();
    await into(commitOf(repo, "1"), dir);
    expect(readdirSync(dir).some((name) => name.endsWith(".idx"))).toBe(true);
  });
});
