/**
 * REST and GraphQL requests of one happy run, App and Action together, counted by the embedded GitHub
 * (P20): at most 25. A repository's first run also makes the labels' colours and the App's token.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figure, root } from "../measure.mjs";

const place = mkdtempSync(join(tmpdir(), "tdd-loop-requests-"));
try {
  const file = join(place, "figures.json");
  const test = ["vitest", "run", "--config", ".vitest.config.ts", "test/e2e/request-count.test.ts"];
  const ended = spawnSync("npx", test, {
    cwd: root,
    env: { ...process.env, TDD_LOOP_FIGURES: file },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (ended.error) throw ended.error;
  const counted = JSON.parse(readFileSync(file, "utf8"));
  figure({ name: "GitHub requests of a run", value: counted.other, unit: "", most: 25 });
  figure({ name: "GitHub requests of a first run", value: counted.first, unit: "", most: 29 });
  figure({ name: "requests that make content", value: counted.content, unit: "", most: 8 });
} finally {
  rmSync(place, { recursive: true, force: true });
}
