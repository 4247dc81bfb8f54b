import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { readRecording } from "../../src/adapters/agent/recording.ts";
import { createReplayAgent } from "../../src/adapters/agent/replay-agent.ts";
import { foldProof } from "../../src/report/proof.ts";
import type { SeenTurn } from "../support/slice-run.ts";
import { readAll, runSlices } from "../support/slice-run.ts";

/** The larger ones have some thirty test runs; the small one is enough for each day. */
const isFull = process.env["TDD_LOOP_FULL"] === "1";

interface Sample {
  readonly name: string;
  readonly repository: string;
  readonly recording: string;
  readonly packages: readonly string[];
  readonly source: RegExp;
  /** Words of commits, slice by slice. */
  readonly commits: readonly string[];
  readonly wasThere: readonly string[];
}

const accents: Sample = {
  ...{ name: "js-accents", repository: "js-slugs", recording: "slices-accents" },
  ...{ packages: [], source: /^lib\// },
  commits: ["red", "green", "refactor", "red", "green"],
  wasThere: [],
};
const payroll: Sample = {
  ...{
    name: "py-payroll",
    repository: "py-payroll",
    recording: "slices-payroll",
    packages: [],
    source: /^payroll\//,
  },
  commits: ["red", "green", "refactor", "red", "green", "red", "green"],
  wasThere: ["S3"],
};
const rooms: Sample = {
  ...{
    name: "ts-rooms",
    repository: "ts-rooms",
    recording: "slices-rooms",
    packages: ["vitest"],
    source: /^src\//,
  },
  commits: "red green red green refactor red green refactor red green refactor red green".split(
    " ",
  ),
  wasThere: [],
};

/**
 * Turns of a model that knew only what each request held, played again: a bug report in prose, and a
 * feature over three layers. What each role is told and can see is made by the loop of today.
 */
it.each(isFull ? [accents, payroll, rooms] : [accents])(
  "works $name slice by slice, and no role sees what is not for it",
  async (sample) => {
    const run = await replayed(sample);

    expect(run.folded.state).toMatchObject({ conclusion: { kind: "success" } });
    const branch = run.git("for-each-ref", "--format=%(refname)", "refs/heads/tdd");
    const subjects = run.git("log", "--reverse", "--format=%s", `main..${branch}`).split("\n");
    expect(subjects.map((subject) => subject.split(":")[0])).toEqual(sample.commits);
    const proof = foldProof(run.folded.events);
    const { criteria, regressions } = proof;
    expect(criteria.flatMap((one) => (one.wasThere ? [one.criterion.id] : []))).toEqual(
      sample.wasThere,
    );
    const proven = criteria.filter((one) => !one.wasThere).flatMap((one) => one.tests);
    expect(proven.every(({ green, red }) => green === "passed" && red !== null)).toBe(true);
    expect(regressions).toEqual([]);

    const { bodies, sentences } = secretsOf(sample, run.turns);
    expect(bodies.length).toBeGreaterThan(8);
    expect(sentences.length).toBeGreaterThan(5);
    for (const { turn, told, files } of run.turns) {
      const seen = [told, ...Object.values(files)].join("\n");
      const closed = closedTo(turn.role, bodies, sentences);
      expect(closed.filter((secret) => seen.includes(secret))).toEqual([]);
    }
  },
  400_000,
);

async function replayed({ name, repository, recording, packages }: Sample) {
  const place = new URL(`../fixtures/repositories/${repository}`, import.meta.url);
  const issue = new URL(`../fixtures/repositories/${name}.issue.md`, import.meta.url);
  const [title = "", ...body] = readFileSync(issue, "utf8").split("\n");
  const path = new URL(`../fixtures/recordings/${recording}.json`, import.meta.url);
  const played = readRecording(recording, readFileSync(path, "utf8"));
  const run = await runSlices({
    ...{ files: readAll(place.pathname), packages, title: title.replace("# ", "") },
    ...{ body: body.join("\n"), script: createReplayAgent(played, { taken: 0 }) },
  });
  onTestFinished(() => run[Symbol.dispose]());
  return run;
}

/** Lines of all sources that ever were, without what a test says as well; sentences of issue and slices. */
function secretsOf({ name, source }: Sample, turns: readonly SeenTurn[]) {
  const texts = (isMeant: (path: string) => boolean) =>
    turns.flatMap(({ files }) =>
      Object.entries(files).flatMap(([path, text]) => (isMeant(path) ? linesOf(text) : [])),
    );
  const open = new Set(texts((path) => path.startsWith("test")));
  const bodies = new Set(texts((path) => source.test(path)).filter((line) => !open.has(line)));
  const issue = new URL(`../fixtures/repositories/${name}.issue.md`, import.meta.url);
  const [wish = ""] = readFileSync(issue, "utf8").split(/^(?:## )?Files/m);
  const slices = turns.flatMap(({ turn }) => (turn.role === "writer" ? [sliceOf(turn.task)] : []));
  return {
    bodies: [...bodies].filter((line) => !isDeclaration(line)),
    sentences: [...new Set([wish, ...slices].flatMap(sentencesOf))],
  };
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length >= 12);

/** Signatures of exported types are the public interface: a writer is told of them as they stand. */
const isDeclaration = (line: string) => /^export type|^\| \{ readonly kind/.test(line);

const sliceOf = (task: string) => /```text\n([\s\S]*?)\n```/.exec(task)?.[1] ?? "";

const sentencesOf = (text: string) =>
  text
    .split(/(?<=[.:;])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 20);

function closedTo(
  role: SeenTurn["turn"]["role"],
  bodies: readonly string[],
  sentences: readonly string[],
): readonly string[] {
  if (role === "decomposer") return [];
  return role === "writer" ? bodies : sentences;
}
