import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRecord } from "../../../src/adapters/tests/judge-record.ts";
import { asRecord, hasRedCorpus, redCorpus } from "../../support/red-corpus.ts";

describe.runIf(hasRedCorpus)("recorded runs of real runners", () => {
  const runs = hasRedCorpus ? redCorpus() : [];
  const labels = (run: (typeof runs)[number]) => [run.expect, ...(run.expect.acceptable ?? [])];

  it("judges verdict, reason and counts as people did, and never a wrong run right", () => {
    const judged = runs.map((run) => ({ run, got: judgeRecord(asRecord(run)) }));
    const right = judged.filter(({ run, got }) =>
      labels(run).some((one) => one.verdict === got.verdict),
    );
    const reasons = judged.filter(({ run, got }) =>
      labels(run).some((one) => one.verdict === got.verdict && one.reason === got.reason),
    );
    const counts = judged.filter(
      ({ run, got }) =>
        got.passed === run.expect.passed &&
        got.failedCount === run.expect.failedCount &&
        got.skipped === run.expect.skipped,
    );
    const falseRight = judged.filter(
      ({ run, got }) =>
        got.verdict === "right_reason" && !labels(run).some((one) => one.verdict === got.verdict),
    );
    expect(falseRight.map(({ run }) => run.id)).toEqual([]);
    expect(right.length / runs.length).toBeGreaterThanOrEqual(0.995);
    expect(reasons.length / runs.length).toBeGreaterThanOrEqual(0.98);
    expect(counts.length / runs.length).toBeGreaterThanOrEqual(0.99);
  });

  it("gives the same answer to the same run", () => {
    const some = runs.filter((_, at) => at % 10 === 0).map(asRecord);
    expect(some.map(judgeRecord)).toEqual(some.map(judgeRecord));
  });

  it("never judges a wrong run right because one of its reports was cut", () => {
    const wrong = runs.filter(
      (run) =>
        Object.keys(run.reports ?? {}).length > 0 &&
        !labels(run).some((one) => one.verdict === "right_reason"),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...wrong),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (run, part) => {
          const record = asRecord(run);
          const cut = record.reports.map(({ name, text }) => ({
            name,
            text: Buffer.from(text)
              .subarray(0, Math.floor(Buffer.byteLength(text) * part))
              .toString(),
          }));
          return judgeRecord({ ...record, reports: cut }).verdict !== "right_reason";
        },
      ),
      { numRuns: 150 },
    );
  });

  it("survives any output of any runner being cut, mixed up or repeated", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...runs),
        fc.constantFrom(...runs),
        fc.nat(20_000),
        (run, other, at) => {
          const record = asRecord(run);
          const mixed = {
            ...record,
            stdout: other.stdout.slice(at),
            stderr: `${run.stdout}${other.stderr}`,
          };
          expect(judgeRecord(mixed).id).toBe(run.id);
        },
      ),
      { numRuns: 150 },
    );
  });
});
