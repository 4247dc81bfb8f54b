// Runs scripted cheats and their honest look-alikes against `tdd-loop lock` and `gate --lock`.
//   node .github/scripts/corpus-cheats.mjs [--own] [--family P,G] [--id T05] [--json] [--jobs 2]
//   node .github/scripts/corpus-cheats.mjs --self-test
// Cases are found in $TDD_LOOP_CORPUS/cheats (default ../shared/corpus); --own runs those of
// test/fixtures/cheats, as does a machine without a corpus. Each runs in a directory of its own; for
// root in a mount namespace of its own, too, because cases may write below /tmp. --self-test takes
// each check of the gate away in turn and names a case that comes out wrong without it.
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { bundleCli } from "./bundle-cli.mjs";
import { corpusFolder, readCorpus, readOwn } from "./cheats/read-cases.mjs";
import { canIsolate, runCases } from "./cheats/run-cases.mjs";
import { selfTest } from "./cheats/self-test.mjs";

const { values: options } = parseArgs({
  options: {
    family: { type: "string" },
    id: { type: "string" },
    json: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
    cases: { type: "string" },
    own: { type: "boolean", default: false },
    "self-test": { type: "boolean", default: false },
  },
});
const corpus = corpusFolder();
if (corpus === null && !options.own) console.log("note: no corpus here (TDD_LOOP_CORPUS)");
if (!canIsolate) console.log("note: no mount namespace here, cases share /tmp");
const jobs = Number(options.jobs);

if (options["self-test"]) {
  const all = [...(corpus === null ? [] : readCorpus(corpus)), ...readOwn()];
  process.exit((await selfTest(chosen(all), jobs)) ? 0 : 1);
}
const useOwn = options.own || corpus === null;
const cli = await bundleCli({
  registerGate: "src/entry/commands/gate.ts",
  registerLock: "src/entry/commands/lock.ts",
});
const cases = chosen(useOwn ? readOwn() : readCorpus(corpus, options.cases));
const results = await runCases(cases, { cli, jobs });
rmSync(dirname(cli), { recursive: true, force: true });
if (options.json) for (const result of results) console.log(JSON.stringify(result));
else printTable(results);
process.exit(results.every(({ right }) => right) ? 0 : 1);

function chosen(from) {
  const families = options.family?.split(",");
  const ids = options.id?.split(",");
  const isChosen = ({ id, family }) =>
    ids === undefined ? (families?.includes(family) ?? true) : ids.includes(id);
  return from.filter(isChosen);
}

function printTable(rows) {
  for (const row of rows.filter(({ right, firstRight }) => !(right && firstRight))) {
    const what = row.right ? "other first code" : "WRONG";
    console.log(
      `${row.id} ${what}: ${row.verdict} ${row.codes.slice(0, 4).join(" ")} wanted ${row.wanted} ${row.note}`,
    );
  }
  console.log("family  cases  right  first code  seconds");
  for (const family of new Set(rows.map((row) => row.family))) {
    const own = rows.filter((row) => row.family === family);
    const count = (key) => own.filter((row) => row[key]).length;
    const seconds = (own.reduce((sum, row) => sum + row.ms, 0) / 1000).toFixed(1);
    console.log(
      `${family.padEnd(6)}  ${String(own.length).padStart(5)}  ${String(count("right")).padStart(5)}  ${String(count("firstRight")).padStart(10)}  ${seconds.padStart(7)}`,
    );
  }
}
