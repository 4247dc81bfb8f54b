import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { JobContext } from "./job-context.ts";
import { runInJob } from "./run-in-job.ts";

interface Checkout {
  readonly dir: string;
  readonly ref: string;
  readonly depth: string;
  readonly token: string;
  readonly keeps: boolean;
}

function readInputs(job: JobContext, given: Readonly<Record<string, string>>): Checkout {
  return {
    dir: join(job.workspace, given["path"] ?? "."),
    ref: given["ref"] || (job.target.ref.startsWith("refs/") ? job.target.ref : job.target.sha),
    depth: given["fetch-depth"] ?? "1",
    token: given["token"] || job.token,
    keeps: (given["persist-credentials"] ?? "true") !== "false",
  };
}

function script(asked: Checkout, isRun: boolean): string {
  const depth = asked.depth === "0" ? "" : `--depth=${Number(asked.depth) || 1}`;
  const all =
    asked.depth === "0" ? "'+refs/heads/*:refs/remotes/origin/*' '+refs/tags/*:refs/tags/*'" : "";
  const pin = isRun
    ? 'git checkout --quiet --detach "$SHA" 2>/dev/null || git checkout --quiet --detach FETCH_HEAD'
    : "git checkout --quiet --detach FETCH_HEAD";
  return `set -e
git init --quiet .
git config --local gc.auto 0
git remote add origin "$URL" 2>/dev/null || git remote set-url origin "$URL"
git config --local "http.$SERVER/.extraheader" "AUTHORIZATION: basic $AUTH"
git fetch --quiet --no-tags ${depth} origin ${all} "$REF"
${pin}
case "$REF" in
  refs/heads/*) git checkout --quiet -B "\${REF#refs/heads/}" HEAD; git update-ref "refs/remotes/origin/\${REF#refs/heads/}" HEAD ;;
esac
${asked.keeps ? "" : 'git config --local --unset-all "http.$SERVER/.extraheader"'}
git log -1 --format=%H`;
}

/** The full name of a ref given by a person: a branch before a tag, a sha as it is. */
async function fullRef(job: JobContext, ref: string): Promise<string> {
  if (ref.startsWith("refs/") || /^[0-9a-f]{40}$/.test(ref)) return ref;
  const isBranch =
    (await job.repo.git.run(["show-ref", "--verify", "-q", `refs/heads/${ref}`])).code === 0;
  return `refs/${isBranch ? "heads" : "tags"}/${ref}`;
}

/** actions/checkout: a real clone over HTTP with the job's token. */
export async function checkout(
  job: JobContext,
  given: Readonly<Record<string, string>>,
): Promise<number> {
  const asked = readInputs(job, given);
  const ref = await fullRef(job, asked.ref);
  await mkdir(asked.dir, { recursive: true });
  const auth = Buffer.from(`x-access-token:${asked.token}`).toString("base64");
  job.log.mask(auth);
  const { world, repo } = job;
  const name = given["repository"] || `${repo.owner.login}/${repo.name}`;
  return runInJob(job, {
    command: "bash",
    args: ["-c", script({ ...asked, ref }, ref === job.target.ref)],
    cwd: asked.dir,
    env: {
      URL: `${world.url}/${name}.git`,
      SERVER: world.url,
      AUTH: auth,
      REF: ref,
      SHA: job.target.sha,
      GIT_TERMINAL_PROMPT: "0",
    },
  });
}
