import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Cases that live with the product; the others come from a corpus outside it. */
export const ownFolder = resolve("test/fixtures/cheats");

/** The corpus's folder, or null when there is none on this machine. */
export function corpusFolder() {
  const folder = resolve(process.env.TDD_LOOP_CORPUS ?? "../shared/corpus", "cheats");
  return existsSync(folder) ? folder : null;
}

/** Cases of the corpus that are scripts. Each knows the folder of its prelude and kept-back tests. */
export function readCorpus(folder, file = join(folder, "cases.jsonl")) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ ...JSON.parse(line), folder }))
    .filter((one) => one.script !== undefined);
}

/** The product's own attacks and honest look-alikes. */
export function readOwn() {
  return ["attacks.txt", "look-alikes.txt"].flatMap((name) =>
    readFileSync(join(ownFolder, name), "utf8")
      .split(/^## /m)
      .slice(1)
      .map((text) => ({ ...readCase(text), folder: ownFolder })),
  );
}

/** "ID fixture first-code what", then "@key value" lines, then the script. */
function readCase(text) {
  const [head, ...lines] = text.trimEnd().split("\n");
  const [, id, fixture, code, what] = /^(\S+) (\S+) (\S+) (.*)$/.exec(head);
  const start = lines.findIndex((line) => !line.startsWith("@"));
  const settings = Object.fromEntries(
    lines.slice(0, start).map((line) => /^@(\S+) ?(.*)$/.exec(line).slice(1)),
  );
  return {
    id,
    family: id.slice(0, 2),
    kind: id[1],
    fixture,
    what,
    expected: code === "PASS" ? "PASS" : "BLOCKED",
    measured_reasons: [code],
    setup: settings.setup,
    base_tip: settings.tip,
    linked_worktree: settings.linked !== undefined,
    test_seconds: settings.seconds,
    allow_extra: settings.allow?.split(/(?<!\\) /).map((path) => path.replaceAll("\\ ", " ")),
    script: lines.slice(start).join("\n"),
  };
}
