import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { addUser } from "./access.ts";
import type { App, Permissions } from "./actor.ts";
import type { Admin } from "./admin.ts";
import { createAdmin } from "./admin.ts";
import { actorName, serveApi } from "./api-server.ts";
import { createContract } from "./contract.ts";
import { isGitPath, serveGit } from "./git-http.ts";
import { watchQueues } from "./merge-queue.ts";
import type { RunnerOptions } from "./runner/job-context.ts";
import { createRunner } from "./runner/runner.ts";
import { servePage } from "./web/serve-page.ts";
import { deliverWebhooks } from "./webhooks.ts";
import type { RequestRecord, World } from "./world.ts";

export interface ForgeOptions {
  /** Where repositories and job folders are kept. */
  readonly dir: string;
  /** 0 or absent: a free port. Always on loopback. */
  readonly port?: number;
  readonly app?: ForgeAppOptions;
  /** Without it workflow runs are queued and never start. */
  readonly runner?: RunnerOptions;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  /** Where git, bash and other programs are looked for. */
  readonly path?: string;
  /** Checks request bodies against GitHub's description and keeps all bodies in `requests`. */
  readonly strict?: boolean;
  /** Enforces 80 comments, issues and reviews a minute and 500 an hour. */
  readonly secondaryLimits?: boolean;
}

export interface ForgeAppOptions {
  readonly id: number;
  readonly slug: string;
  readonly privateKeyPem: string;
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  readonly permissions?: Permissions;
  readonly events?: readonly string[];
}

export interface JobReport {
  readonly id: number;
  readonly runId: number;
  readonly repo: string;
  readonly workflow: string;
  readonly event: string;
  readonly job: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** A GitHub of one's own on loopback: REST, git over HTTP, webhooks, Actions, pages. */
export interface Forge {
  readonly url: string;
  readonly apiUrl: string;
  readonly admin: Admin;
  readonly requests: readonly RequestRecord[];
  readonly violations: readonly string[];
  jobs(): JobReport[];
  /** Resolves when every webhook is delivered and every job has ended. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const defaultPermissions: Permissions = {
  actions: "write",
  administration: "read",
  checks: "write",
  contents: "write",
  issues: "write",
  merge_queues: "read",
  metadata: "read",
  pull_requests: "write",
  statuses: "read",
};

const defaultEvents = [
  "check_run",
  "check_suite",
  "create",
  "delete",
  "issue_comment",
  "issues",
  "merge_group",
  "pull_request",
  "pull_request_review",
  "push",
  "workflow_dispatch",
  "workflow_run",
];

const defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

function createWorld(options: ForgeOptions): World {
  let id = 1000;
  return {
    dir: resolve(options.dir),
    url: "",
    path: options.path ?? defaultPath,
    now: options.clock ?? Date.now,
    users: new Map(),
    repos: new Map(),
    apps: new Map(),
    installations: new Map(),
    tokens: new Map(),
    deliveries: [],
    runs: [],
    requests: [],
    violations: [],
    reports: new Map(),
    pending: new Set(),
    listeners: [],
    secondaryLimits: options.secondaryLimits ?? false,
    content: new Map(),
    closed: false,
    nextId: () => ++id,
    runner: null,
  };
}

function addApp(world: World, asked: ForgeAppOptions): App {
  const app: App = {
    id: asked.id,
    slug: asked.slug,
    name: asked.slug,
    publicKey: createPublicKey(createPrivateKey(asked.privateKeyPem)),
    webhookUrl: asked.webhookUrl ?? null,
    webhookSecret: asked.webhookSecret ?? "",
    permissions: asked.permissions ?? defaultPermissions,
    events: asked.events ?? defaultEvents,
    owner: addUser(world, "forge-owner"),
    bot: addUser(world, `${asked.slug}[bot]`, "Bot"),
    createdAt: world.now(),
  };
  world.apps.set(app.id, app);
  return app;
}

/** GitHub's own number for the app behind GITHUB_TOKEN. */
const actionsAppId = 15_368;

function addActions(world: World): App {
  const app: App = {
    id: actionsAppId,
    slug: "github-actions",
    name: "GitHub Actions",
    publicKey: null,
    webhookUrl: null,
    webhookSecret: "",
    permissions: {},
    events: [],
    owner: addUser(world, "github", "Organization"),
    bot: addUser(world, "github-actions[bot]", "Bot"),
    createdAt: world.now(),
  };
  world.apps.set(app.id, app);
  return app;
}

async function serve(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  strict: ReturnType<typeof createContract> | null,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", world.url);
  if (/^\/api\/(v3\/|graphql$)/.test(pathname)) return serveApi(world, request, response, strict);
  if (!isGitPath(pathname)) return servePage(world, request, response);
  const actor = await serveGit(world, request, response);
  world.requests.push({
    method: request.method ?? "GET",
    path: request.url ?? "/",
    route: null,
    status: response.statusCode,
    actor: actorName(world, actor),
    requestBody: null,
    responseBody: null,
  });
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", done);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A crash of ours is a 500 with the reason in it, as no test should have to guess. */
function failed(world: World, response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  world.violations.push(`The forge itself failed: ${message}`);
  if (!response.headersSent) response.writeHead(500, { "content-type": "application/json" });
  response.end(JSON.stringify({ message: "Server Error", detail: message }));
}

function jobReports(world: World): JobReport[] {
  return world.runs
    .flatMap((run) => run.jobs.map((job) => ({ run, job })))
    .map(({ run, job }) => ({
      id: job.id,
      runId: run.id,
      repo: `${run.repo.owner.login}/${run.repo.name}`,
      workflow: run.workflowName,
      event: run.event,
      job: job.key,
      status: job.status,
      conclusion: job.conclusion,
      log: job.liveLog?.() ?? job.log,
      summary: job.summary,
      outputs: job.outputs,
    }));
}

async function settle(world: World): Promise<void> {
  while (world.pending.size > 0) await Promise.all(world.pending);
}

/** Kills what runs and waits a moment for it to be gone, so that the folder can be removed. */
async function shutDown(world: World, server: Server): Promise<void> {
  world.closed = true;
  for (const run of world.runs) {
    for (const job of run.jobs) job.kill();
    run.cancel.abort();
  }
  await Promise.race([settle(world), setTimeout(2000, undefined, { ref: false })]);
  server.closeAllConnections();
  await new Promise<void>((done) => server.close(() => done()));
}

export async function startForge(options: ForgeOptions): Promise<Forge> {
  const world = createWorld(options);
  await mkdir(world.dir, { recursive: true });
  addUser(world, "ghost");
  const app = options.app ? addApp(world, options.app) : null;
  deliverWebhooks(world);
  watchQueues(world);
  world.runner = createRunner(world, addActions(world), options.runner ?? null);
  const strict = options.strict ? createContract(world.violations) : null;
  const server = createServer((request, response) => {
    serve(world, request, response, strict).catch((error: unknown) =>
      failed(world, response, error),
    );
  });
  // Longer than a busy client may take to come back, so that no connection dies under a request.
  server.keepAliveTimeout = 75_000;
  world.url = await listen(server, options.port ?? 0);
  return {
    url: world.url,
    apiUrl: `${world.url}/api/v3`,
    admin: createAdmin(world, app),
    requests: world.requests,
    violations: world.violations,
    jobs: () => jobReports(world),
    settled: () => settle(world),
    close: () => shutDown(world, server),
  };
}
