import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fanOutLacks } from "../../src/entry/fan-out-workflow.ts";

const example = (name: string) => readFileSync(`.github/examples/${name}`, "utf8");
const withApp = example("with-app.yml").replaceAll("# actions: write", "actions: write");

describe("a workflow for `rules.fanout: jobs`", () => {
  it("lacks nothing when it is the example with its permissions switched on", () => {
    expect(fanOutLacks(withApp)).toEqual([]);
  });

  it("lacks the permission to start jobs as the example comes", () => {
    expect(fanOutLacks(example("with-app.yml"))).toEqual([
      "its jobs run and settle have no permission `actions: write`",
    ]);
  });

  it("lacks everything when GitHub Actions works alone", () => {
    expect(fanOutLacks(example("actions-only.yml")).join("; ")).toMatch(
      /workflow_dispatch.*no job gets .*input `task`.*`settle`/,
    );
  });

  it.each([
    ["the job that follows on a dead one", /\n {2}settle:[\s\S]*$/, "\n", "`settle`"],
    ["that the job follows on a dead one", "if: failure() && ", "if: ", "if: failure()"],
    ["what the job follows on", "needs: run", "needs: []", "needs: run"],
    ["an input", /\n {6}task:\n(?: {8}.*\n)+/, "\n", "task"],
    [
      "a place of its own for each task",
      /-[$][{]{2} github.event.inputs.task [}]{2}\n/,
      "\n",
      "concurrency",
    ],
  ])("is told that it lacks %s", (_what, from, to, word) => {
    const text = withApp.replace(from, () => to);
    expect(text).not.toBe(withApp);
    const lacks = fanOutLacks(text);
    expect(lacks).toHaveLength(1);
    expect(lacks[0]).toContain(word);
  });

  it.each([
    [
      "permissions for all jobs",
      "permissions: {}",
      "permissions: write-all",
      / {4}permissions:\n(?: {6}[\w-]+: write.*\n)+/g,
    ],
    [
      "one permission for all jobs",
      "permissions: {}",
      "permissions: { actions: write }",
      / {4}permissions:\n(?: {6}[\w-]+: write.*\n)+/g,
    ],
  ])("may give %s", (_what, from, to, own) => {
    expect(fanOutLacks(withApp.replaceAll(own, "").replace(from, to))).toEqual([]);
  });

  it("is not judged where another workflow has its jobs", () => {
    const called =
      "on: { workflow_dispatch: { inputs: { issue: {}, command: {}, args: {}, task: {} } } }\njobs: { run: { uses: acme/flows/.github/workflows/loop.yml@v1 } }\n";
    expect(fanOutLacks(called)).toEqual([]);
  });

  it.each(["", "on: [", "jobs: 3", "- a", "on: push\njobs: { a: { steps: [3] } }"])(
    "that cannot be read is said to be so, or to lack all: %j",
    (text) => {
      expect(fanOutLacks(text)).not.toEqual([]);
    },
  );
});
