import { rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { bundleCli } from "../bundle-cli.mjs";
import { checkOf } from "./check-of.mjs";
import { runCases } from "./run-cases.mjs";

const COMMANDS = {
  registerGate: "src/entry/commands/gate.ts",
  registerLock: "src/entry/commands/lock.ts",
};

/** The judges whose findings are thinned out, by the module that they come from. */
const JUDGES = {
  "judge-locked.ts": ["judgeLocked"],
  "judge-repository.ts": ["judgeRepository"],
  "judge-run.ts": ["judgeMainRun", "judgeOtherEnvironment", "judgeHoldout"],
  "judge-canary.ts": ["judgeCanary"],
  "judge-twin.ts": ["judgeTwins"],
};

/** How many cases are tried before a check is called dead. */
const TRIES = 6;

/**
 * Takes each check away in turn, in a build of the gate that only this test has, and runs cases that
 * it speaks up in. A check that no case misses is dead, and so is the promise that it keeps something out.
 * @returns whether every check is needed
 */
export async function selfTest(cases, jobs) {
  const cli = await bundleCli(COMMANDS, [thinningPlugin()]);
  try {
    const whole = await runCases(cases, { cli, jobs });
    const wrong = whole.filter(({ right, firstRight }) => !(right && firstRight));
    for (const { id, codes } of wrong) {
      console.log(`${id} is wrong with every check in place: ${codes.slice(0, 3).join(" ")}`);
    }
    const byId = new Map(cases.map((one) => [one.id, one]));
    const rows = [];
    console.log(row(["check", "found in", "without it", "case"]));
    for (const [check, results] of byCheck(whole.filter((one) => !wrong.includes(one)))) {
      const outcome = await without(check, results, { byId, cli });
      console.log(row([check, `${results.length} cases`, outcome.what, outcome.id]));
      rows.push(outcome);
    }
    const dead = rows.filter(({ what }) => what === "DEAD").length;
    console.log(
      `${rows.length} checks, ${dead} dead, ${whole.length} cases, ${wrong.length} wrong`,
    );
    return dead === 0 && wrong.length === 0;
  } finally {
    rmSync(dirname(cli), { recursive: true, force: true });
  }
}

function row([check, found, what, id]) {
  return [check.padEnd(44), found.padEnd(10), what.padEnd(12), id].join("  ").trimEnd();
}

/** Check to the results that it spoke up in, those that it spoke up in alone before the others. */
function byCheck(results) {
  const found = new Map();
  for (const result of results) {
    for (const check of new Set(result.reasons.map(checkOf))) {
      found.set(check, [...(found.get(check) ?? []), result]);
    }
  }
  const checks = ({ reasons }) => new Set(reasons.map(checkOf)).size;
  const leads = (check, { reasons }) => (checkOf(reasons[0]) === check ? 0 : 1);
  for (const [check, list] of found) {
    list.sort((a, b) => leads(check, a) - leads(check, b) || checks(a) - checks(b));
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `passes`: an attack gets through. `other code`: it is still refused, by another check. */
async function without(check, results, { byId, cli }) {
  let other = null;
  for (const { id } of results.slice(0, TRIES)) {
    const env = { GATE_SELF_TEST_WITHOUT: check };
    const [result] = await runCases([byId.get(id)], { cli, jobs: 1, env });
    if (!result.right) return { what: "passes", id };
    if (!result.firstRight) other ??= { what: "other code", id };
  }
  return other ?? { what: "DEAD", id: "" };
}

/** Puts a filter around the judges' answers. The product has no such switch. */
function thinningPlugin() {
  const prefix = "\0whole:";
  const fileOf = (id) =>
    Object.keys(JUDGES).find((name) => id.endsWith(`src/gates/tamper/${name}`));
  return {
    name: "thinning",
    async resolveId(source, importer) {
      if (source.startsWith(prefix)) return source.slice(prefix.length);
      if (importer === undefined || fileOf(importer) !== undefined) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found !== null && fileOf(found.id) !== undefined ? `${found.id}?thin` : null;
    },
    load(id) {
      if (!id.endsWith("?thin")) return null;
      const file = id.slice(0, -"?thin".length);
      const judges = JUDGES[fileOf(file)];
      return [
        `import * as whole from ${JSON.stringify(prefix + file)};`,
        `export * from ${JSON.stringify(prefix + file)};`,
        `import { checkOf } from ${JSON.stringify(resolve(".github/scripts/cheats/check-of.mjs"))};`,
        "const kept = (finding) => checkOf(finding) !== process.env.GATE_SELF_TEST_WITHOUT;",
        ...judges.map(
          (name) => `export const ${name} = (...a) => whole.${name}(...a).filter(kept);`,
        ),
      ].join("\n");
    },
  };
}
