import { configPath } from "../../domain/config-path.ts";
import type { Permission } from "../../domain/permission.ts";
import { readPermission } from "../../domain/permission.ts";
import type {
  Claimed,
  ClaimRequest,
  ComparedTrees,
  Dispatched,
  DispatchRequest,
  IssueText,
  LiveRun,
  PullRequestRefs,
  ReactionTarget,
} from "../../domain/repository.ts";
import { readRunMark } from "../../domain/run-mark.ts";
import { claimIssue, releaseIssue } from "./claims.ts";
import type { GitHubClient } from "./github-client.ts";
import { setWhole, statusOf } from "./github-client.ts";
import type { Seen } from "./look-ahead.ts";
import { lookAhead } from "./look-ahead.ts";
import type { Ahead } from "./look-ahead-query.ts";
import { compareTrees } from "./tree-changes.ts";
import { cancelRun, dispatchWorkflow, hasEndedSince, listLiveRuns } from "./workflow-runs.ts";

export interface RepositoryOptions {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
}

/** What the App and the Action ask of a repository besides the ports of the loop. */
export interface GitHubRepository {
  /** Finds several of the answers below in one request; each is then given once without another. */
  lookAhead(ahead: Ahead): Promise<void>;
  /** Text of `.github/tdd-loop.yml` on the default branch, null when there is none. */
  readConfigText(): Promise<string | null>;
  /** A text file of the default branch; null when it is not there. */
  readTextFile(path: string): Promise<string | null>;
  /** A person's real role; `unknown` when GitHub could not say, which never counts as a right. */
  permissionOf(login: string): Promise<Permission | "unknown">;
  /** The app behind a `name[bot]` account; null when it cannot be told. */
  appIdOf(login: string): Promise<number | null>;
  claim(asked: ClaimRequest): Promise<Claimed>;
  release(issueNumber: number): Promise<void>;
  dispatch(asked: DispatchRequest): Promise<Dispatched>;
  liveRuns(workflow: string, issueNumber: number): Promise<readonly LiveRun[]>;
  cancelRun(id: number): Promise<void>;
  /** Whether a run of the issue that was made at `since` or later has ended. Milliseconds. */
  hasEndedSince(workflow: string, issueNumber: number, since: number): Promise<boolean>;
  react(target: ReactionTarget, content: "eyes" | "confused"): Promise<void>;
  /** Text of a file in a ref that is no branch, e.g. `refs/tdd-loop/issue-7/state`; null if absent. */
  readRefFile(ref: string, path: string): Promise<string | null>;
  /** @param red a commit that the head has to contain; null when there is none to look for */
  compare(base: string, head: string, red: string | null): Promise<ComparedTrees>;
  readIssue(number: number): Promise<IssueText>;
  readPullRequest(number: number): Promise<PullRequestRefs>;
  /** Open pull requests whose head is exactly this commit. */
  pullRequestsOf(sha: string): Promise<readonly PullRequestRefs[]>;
}

export function createRepository(options: RepositoryOptions): GitHubRepository {
  const memory = createMemory(options);
  const { recall } = memory;
  return {
    lookAhead: memory.lookAhead,
    readConfigText: async () => {
      const config = recall("config", configPath);
      return config === undefined ? readFile(options, configPath, null) : config;
    },
    readTextFile: (path) => readFile(options, path, null),
    permissionOf: async (login) => recall("permission", login) ?? permissionOf(options, login),
    appIdOf: (login) => appIdOf(options, login),
    claim: (asked) => claimIssue(options, asked, recall("head", configPath) ?? null),
    release: (issueNumber) => releaseIssue(options, issueNumber),
    dispatch: (asked) => dispatchWorkflow(options, asked),
    liveRuns: (workflow, issueNumber) => listLiveRuns(options, workflow, issueNumber),
    hasEndedSince: (workflow, issueNumber, since) =>
      hasEndedSince(options, { workflow, issueNumber, since }),
    cancelRun: (id) => cancelRun(options, id),
    react: (target, content) => react(options, target, content),
    readRefFile: async (ref, path) =>
      recall("refFile", `${ref}:${path}`) ?? readRefFile(options, ref, path),
    compare: (base, head, red) => compareTrees(options, { base, head, red }),
    readIssue: async (number) => recall("issue", String(number)) ?? readIssue(options, number),
    readPullRequest: (number) => readPullRequest(options, number),
    pullRequestsOf: async (sha) => recall("pullRequests", sha) ?? pullRequestsOf(options, sha),
  };
}

/** What was looked at ahead. It is given out once: whoever asks again wants to know how it is now. */
function createMemory(options: RepositoryOptions) {
  const about = new Map<keyof Seen, string>();
  let seen: Seen = {};
  return {
    async lookAhead(ahead: Ahead): Promise<void> {
      const { login, issue, config, commit, refFile } = ahead;
      seen = await lookAhead(options, ahead);
      about.clear();
      const subjects: Partial<Record<keyof Seen, string | undefined>> = {
        config,
        head: config,
        permission: login,
        issue: issue === undefined ? undefined : String(issue),
        pullRequests: commit,
        refFile: refFile === undefined ? undefined : `${refFile.ref}:${refFile.path}`,
      };
      for (const [name, subject] of Object.entries(subjects)) {
        if (subject !== undefined) about.set(name as keyof Seen, subject);
      }
    },
    recall<K extends keyof Seen>(name: K, subject: string): Seen[K] | undefined {
      if (about.get(name) !== subject) return undefined;
      about.delete(name);
      return seen[name];
    },
  };
}

/** At a commit or, with null, on the default branch, which is the only one that configures. */
async function readFile(
  options: RepositoryOptions,
  path: string,
  ref: string | null,
): Promise<string | null> {
  const { owner, repo, client } = options;
  const at = ref === null ? {} : { ref };
  try {
    const { data } = await client.octokit.rest.repos.getContent({ owner, repo, path, ...at });
    if (Array.isArray(data) || data.type !== "file" || !("content" in data)) return null;
    return Buffer.from(data.content, "base64").toString("utf8");
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function readRefFile(
  options: RepositoryOptions,
  ref: string,
  path: string,
): Promise<string | null> {
  const { owner, repo, client } = options;
  try {
    const name = ref.replace(/^refs\//, "");
    const found = await client.octokit.rest.git.getRef({ owner, repo, ref: name });
    return await readFile(options, path, found.data.object.sha);
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function permissionOf(
  options: RepositoryOptions,
  username: string,
): Promise<Permission | "unknown"> {
  const { owner, repo, client } = options;
  try {
    const asked = { owner, repo, username };
    const { data } = await client.octokit.rest.repos.getCollaboratorPermissionLevel(asked);
    return readPermission(data);
  } catch (error) {
    return statusOf(error) === 404 ? "none" : "unknown";
  }
}

async function appIdOf(options: RepositoryOptions, login: string): Promise<number | null> {
  if (!login.endsWith("[bot]")) return null;
  try {
    const app_slug = login.slice(0, -"[bot]".length);
    const { data } = await options.client.octokit.rest.apps.getBySlug({ app_slug });
    return data?.id ?? null;
  } catch (error) {
    if (statusOf(error) === null) throw error;
    return null;
  }
}

/** A reaction is a courtesy: a locked or deleted target is no reason to stop. */
async function react(
  options: RepositoryOptions,
  target: ReactionTarget,
  content: "eyes" | "confused",
): Promise<void> {
  const { owner, repo, client } = options;
  const { reactions } = client.octokit.rest;
  try {
    await setWhole(client.sleep, () =>
      target.kind === "issue"
        ? reactions.createForIssue({ owner, repo, issue_number: target.number, content })
        : reactions.createForIssueComment({ owner, repo, comment_id: target.id, content }),
    );
  } catch (error) {
    if (statusOf(error) === null) throw error;
  }
}

async function readIssue(options: RepositoryOptions, issue_number: number): Promise<IssueText> {
  const { owner, repo, client } = options;
  const { data } = await client.octokit.rest.issues.get({ owner, repo, issue_number });
  return {
    number: data.number,
    title: data.title,
    body: data.body ?? "",
    state: data.state,
    isPullRequest: data.pull_request !== undefined,
  };
}

async function readPullRequest(
  options: RepositoryOptions,
  pull_number: number,
): Promise<PullRequestRefs> {
  const { owner, repo, client } = options;
  const { data } = await client.octokit.rest.pulls.get({ owner, repo, pull_number });
  return refsOf(data);
}

async function pullRequestsOf(options: RepositoryOptions, sha: string): Promise<PullRequestRefs[]> {
  const { owner, repo, client } = options;
  const { octokit } = client;
  const asked = { owner, repo, commit_sha: sha, per_page: 100 };
  const all = await octokit.paginate(
    octokit.rest.repos.listPullRequestsAssociatedWithCommit,
    asked,
  );
  return all.filter((pr) => pr.state === "open" && pr.head.sha === sha).map(refsOf);
}

interface RawPullRequest {
  number: number;
  head: { ref: string; sha: string; repo: { id: number } | null };
  base: { ref: string; repo: { id: number } };
  body?: string | null;
}

function refsOf({ number, head, base, body }: RawPullRequest): PullRequestRefs {
  const isFork = head.repo?.id !== base.repo.id;
  const run = readRunMark(body ?? "");
  return { number, headRef: head.ref, headSha: head.sha, baseRef: base.ref, isFork, run };
}
