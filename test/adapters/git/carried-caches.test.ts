import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { findTampered } from "../../../src/adapters/git/tree-carry.ts";
import { PATH, temporary } from "./local-repository.ts";

async function changed(path: string) {
  const from = temporary();
  const source = join(from, "node_modules");
  for (const name of [".vite", "pkg"]) mkdirSync(join(source, name), { recursive: true });
  await sleep(20);
  const stamp = join(from, "stamp");
  writeFileSync(stamp, "");
  await sleep(20);
  writeFileSync(join(source, path), "new");
  const carried = { path: "node_modules", source, from, how: "farm" } as const;
  return { source, found: await findTampered([carried], stamp, PATH) };
}

test("takes no cache that a tool wrote beside the run for a changed dependency", async () => {
  expect((await changed(".vite/results.json")).found).toBeNull();
});

test("finds a package that was changed", async () => {
  const { source, found } = await changed("pkg/index.js");
  expect(found).toBe(join(source, "pkg"));
});
