import { readFile } from "node:fs/promises";
import { Octokit } from "@octokit/rest";
import type { DemoWorld } from "./start-world.ts";
import { maintainer } from "./start-world.ts";

/** What the demo ended in, read off the embedded GitHub as anybody could read it. */
export type DemoOutcome =
  | {
      readonly kind: "proven";
      readonly pull: number;
      readonly red: string;
      readonly head: string;
      readonly fileGate: string;
      readonly critic: string;
      readonly report: string;
      readonly reportUrl: string;
      readonly bare: string;
      readonly requests: number;
    }
  | { readonly kind: "unproven"; readonly why: string };

/** Asks the forge's REST API for the pull request, its commits and its checks. */
export async function readOutcome(world: DemoWorld, issue: number): Promise<DemoOutcome> {
  const { forge } = world;
  const requests = forge.requests.filter(({ path }) => path.startsWith("/api/")).length;
  const job = forge.jobs().find((candidate) => candidate.outputs["pr"] !== undefined);
  const [owner = "", repo = ""] = world.repo.split("/");
  const octokit = new Octokit({
    baseUrl: forge.apiUrl,
    auth: forge.admin.createToken(maintainer),
  });
  const pulls = await octokit.rest.pulls.list({ owner, repo, state: "open" });
  const pull = pulls.data.find((candidate) => candidate.body?.includes(`Fixes #${issue}`));
  if (pull === undefined) return { kind: "unproven", why: whyNot(world) };
  const commits = await octokit.rest.pulls.listCommits({ owner, repo, pull_number: pull.number });
  const red = commits.data.find((commit) => commit.commit.message.startsWith("red: "));
  const checks = await octokit.rest.checks.listForRef({ owner, repo, ref: pull.head.sha });
  const conclusion = (name: string) =>
    checks.data.check_runs.find((check) => check.name === name)?.conclusion ?? "missing";
  const report = job?.outputs["report"] ?? "";
  const page = await readFile(report, "utf8").catch(() => null);
  const reportUrl = page === null ? "" : forge.admin.attach(world.repo, "report", page);
  return {
    kind: conclusion("file-gate") === "success" && red !== undefined ? "proven" : "unproven",
    why: `file-gate is ${conclusion("file-gate")}`,
    pull: pull.number,
    red: red?.sha ?? "",
    head: pull.head.sha,
    fileGate: conclusion("file-gate"),
    critic: conclusion("tdd/critic") === "success" ? "APPROVED" : conclusion("tdd/critic"),
    report,
    reportUrl,
    bare: `${world.dir}/github/repos/${world.repo.replace("/", "+")}.git`,
    requests,
  } as DemoOutcome;
}

function whyNot({ forge }: DemoWorld): string {
  const job = forge.jobs().at(-1);
  return job === undefined
    ? "the App dispatched no workflow"
    : `job ${job.job} ended ${job.conclusion}\n${job.log}`;
}
