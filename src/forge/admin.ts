import { addUser, userNamed } from "./access.ts";
import type { Actor, App, Role } from "./actor.ts";
import { issueToken } from "./authenticate.ts";
import type { NewRepository } from "./create-repository.ts";
import { createRepository } from "./create-repository.ts";
import { installApp } from "./install-app.ts";
import {
  addComment,
  addLabel,
  closeIssue,
  createIssue,
  emitComment,
  emitIssue,
  removeLabel,
} from "./issue-actions.ts";
import { enqueue } from "./merge-queue.ts";
import { mergePull } from "./pull-merge.ts";
import type { Comment, Issue, Repo, World } from "./world.ts";
import { writeFiles } from "./write-files.ts";

export interface NewIssueByPerson {
  readonly title: string;
  readonly body: string;
  readonly user: string;
  readonly labels?: readonly string[];
}

/** What people do in the browser; `repo` is "owner/name". Everything makes GitHub's events. */
export interface Admin {
  createUser(login: string): { id: number; login: string };
  createRepository(
    asked: NewRepository,
  ): Promise<{ id: number; cloneUrl: string; headSha: string }>;
  setPermission(repo: string, login: string, role: Role): void;
  setSecret(repo: string, name: string, value: string): void;
  installApp(repo: string): { installationId: number };
  /** Where the app listens; may come after its start, since it must know the forge's address first. */
  setWebhook(url: string, secret: string): void;
  createIssue(repo: string, asked: NewIssueByPerson): Promise<{ number: number; id: number }>;
  editIssue(
    repo: string,
    issue: number,
    text: { title?: string; body?: string },
    user: string,
  ): Promise<void>;
  closeIssue(repo: string, issue: number, user: string): Promise<void>;
  addLabel(repo: string, issue: number, label: string, user: string): Promise<void>;
  removeLabel(repo: string, issue: number, label: string, user: string): Promise<void>;
  comment(repo: string, issue: number, body: string, user: string): { id: number };
  editComment(repo: string, id: number, body: string, user: string): void;
  protectBranch(repo: string, branch: string, rules: ProtectionRules): void;
  /** A personal access token; "workflow" among the scopes lets it push workflow files. */
  createToken(login: string, scopes?: readonly string[]): string;
  /** Commits files on a branch as a person would in the browser's editor. */
  commitFiles(
    repo: string,
    branch: string,
    files: Readonly<Record<string, string>>,
    user: string,
  ): Promise<string>;
  merge(repo: string, pull: number, user: string): Promise<string>;
  enqueue(repo: string, pull: number, user: string): Promise<{ ref: string; sha: string }>;
  killJob(id: number): void;
  /** Serves an HTML page at the given address: /reports/{owner}/{repo}/{name}. */
  attach(repo: string, name: string, html: string): string;
}

export interface ProtectionRules {
  readonly requiredChecks: readonly { readonly context: string; readonly appId?: number }[];
  readonly strict?: boolean;
  readonly enforceAdmins?: boolean;
}

export function repoNamed(world: World, name: string): Repo {
  const repo = world.repos.get(name.toLowerCase());
  if (!repo) throw new Error(`No repository ${name}; create it with admin.createRepository first.`);
  return repo;
}

function issueNumbered(repo: Repo, number: number): Issue {
  const issue = repo.issues.get(number);
  if (!issue) throw new Error(`No issue ${number} in ${repo.owner.login}/${repo.name}.`);
  return issue;
}

function asPerson(world: World, login: string): Actor {
  return { kind: "user", user: userNamed(world, login), scopes: ["repo", "workflow"] };
}

async function openIssue(world: World, repo: Repo, asked: NewIssueByPerson): Promise<Issue> {
  const actor = asPerson(world, asked.user);
  const issue = createIssue(world, repo, actor, { title: asked.title, body: asked.body });
  await emitIssue(world, repo, { issue, actor, action: "opened" });
  for (const name of asked.labels ?? []) await addLabel(world, repo, { issue, actor, name });
  return issue;
}

async function editIssue(
  world: World,
  repo: Repo,
  at: { issue: Issue; actor: Actor },
  text: { title?: string; body?: string },
) {
  const { issue } = at;
  const changes = {
    ...(text.title === undefined ? {} : { title: { from: issue.title } }),
    ...(text.body === undefined ? {} : { body: { from: issue.body } }),
  };
  issue.title = text.title ?? issue.title;
  issue.body = text.body ?? issue.body;
  issue.updatedAt = world.now();
  await emitIssue(world, repo, { ...at, action: "edited", extra: { changes } });
}

function findComment(repo: Repo, id: number): { issue: Issue; comment: Comment } {
  for (const issue of repo.issues.values()) {
    const comment = issue.comments.find((one) => one.id === id);
    if (comment) return { issue, comment };
  }
  throw new Error(`No comment ${id} in ${repo.owner.login}/${repo.name}.`);
}

function editComment(
  world: World,
  repo: Repo,
  at: { id: number; body: string; actor: Actor },
): void {
  const { issue, comment } = findComment(repo, at.id);
  const before = comment.body;
  comment.body = at.body;
  comment.updatedAt = world.now();
  emitComment(world, repo, { issue, comment, actor: at.actor, action: "edited", before });
}

const plainMerge = { method: "merge", title: null, message: null, sha: null } as const;

/** Issues and comments, as people handle them. */
type ConversationActions = Pick<
  Admin,
  | "createIssue"
  | "editIssue"
  | "closeIssue"
  | "addLabel"
  | "removeLabel"
  | "comment"
  | "editComment"
  | "merge"
  | "enqueue"
>;

function conversationActions(world: World): ConversationActions {
  const at = (name: string, number: number, user: string) => {
    const repo = repoNamed(world, name);
    return { repo, issue: issueNumbered(repo, number), actor: asPerson(world, user) };
  };
  return {
    async createIssue(name: string, text: NewIssueByPerson) {
      const issue = await openIssue(world, repoNamed(world, name), text);
      return { number: issue.number, id: issue.id };
    },
    editIssue(name: string, number: number, text: { title?: string; body?: string }, user: string) {
      const { repo, ...rest } = at(name, number, user);
      return editIssue(world, repo, rest, text);
    },
    closeIssue(name: string, number: number, user: string) {
      const { repo, ...rest } = at(name, number, user);
      return closeIssue(world, repo, { ...rest, reason: null });
    },
    addLabel(name: string, number: number, label: string, user: string) {
      const { repo, ...rest } = at(name, number, user);
      return addLabel(world, repo, { ...rest, name: label });
    },
    removeLabel(name: string, number: number, label: string, user: string) {
      const { repo, ...rest } = at(name, number, user);
      return removeLabel(world, repo, { ...rest, name: label });
    },
    comment(name: string, number: number, body: string, user: string) {
      const { repo, ...rest } = at(name, number, user);
      return { id: addComment(world, repo, { ...rest, body }).id };
    },
    editComment(name: string, id: number, body: string, user: string) {
      editComment(world, repoNamed(world, name), { id, body, actor: asPerson(world, user) });
    },
    merge(name: string, number: number, user: string) {
      const { repo, ...rest } = at(name, number, user);
      return mergePull(world, repo, { ...rest, asked: plainMerge });
    },
    async enqueue(name: string, number: number, user: string) {
      const { repo, issue, actor } = at(name, number, user);
      const { ref, sha } = await enqueue(world, repo, actor, issue);
      return { ref, sha };
    },
  };
}

function protect(repo: Repo, branch: string, rules: ProtectionRules): void {
  repo.protections.set(branch, {
    requiredChecks: rules.requiredChecks.map(({ context, appId }) => ({
      context,
      appId: appId ?? null,
    })),
    strict: rules.strict ?? false,
    enforceAdmins: rules.enforceAdmins ?? false,
  });
}

function accounts(world: World, app: App | null) {
  return {
    createUser: (login: string) => addUser(world, login),
    setPermission(name: string, login: string, role: Role) {
      addUser(world, login);
      repoNamed(world, name).roles.set(login.toLowerCase(), role);
    },
    setSecret(name: string, secret: string, value: string) {
      repoNamed(world, name).secrets.set(secret, value);
    },
    installApp: (name: string) => ({
      installationId: installApp(world, app, repoNamed(world, name)).id,
    }),
    setWebhook(url: string, secret: string) {
      if (!app) throw new Error("This forge was started without an app.");
      app.webhookUrl = url;
      app.webhookSecret = secret;
    },
    createToken(login: string, scopes: readonly string[] = ["repo"]) {
      const actor: Actor = { kind: "user", user: userNamed(world, login), scopes };
      return issueToken(world, actor, { prefix: "ghp", ttlMs: 30 * 24 * 3_600_000 }).token;
    },
  };
}

export function createAdmin(world: World, app: App | null): Admin {
  return {
    ...accounts(world, app),
    ...conversationActions(world),
    async createRepository(wanted) {
      const repo = await createRepository(world, wanted);
      const actor: Actor = { kind: "user", user: repo.owner, scopes: ["repo", "workflow"] };
      const message = "Initial commit";
      const headSha = await writeFiles(world, repo, {
        actor,
        branch: repo.defaultBranch,
        files: wanted.files,
        message,
      });
      return { id: repo.id, cloneUrl: `${world.url}/${wanted.owner}/${wanted.name}.git`, headSha };
    },
    commitFiles(name, branch, files, user) {
      const message = `Update ${Object.keys(files).join(", ")}`;
      return writeFiles(world, repoNamed(world, name), {
        actor: asPerson(world, user),
        branch,
        files,
        message,
      });
    },
    protectBranch: (name, branch, rules) => protect(repoNamed(world, name), branch, rules),
    killJob(id) {
      const job = world.runs.flatMap((run) => run.jobs).find((one) => one.id === id);
      if (!job) throw new Error(`No job ${id}.`);
      job.kill();
    },
    attach(name, file, html) {
      const path = `/reports/${name}/${file}`;
      world.reports.set(path, html);
      return world.url + path;
    },
  };
}
