import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { createNodeMiddleware, Probot } from "probot";
import { readLockWith, wireApp } from "../wire-app.ts";
import type { AppSettings } from "./app-settings.ts";
import { createBackgroundQueue } from "./background-queue.ts";
import { createApp } from "./create-app.ts";
import { createDeliveryLog } from "./delivery-log.ts";
import type { Log } from "./host.ts";
import { createInstallationTokens } from "./installation-tokens.ts";
import { createProbotLog } from "./probot-log.ts";
import type { BodyReader } from "./read-body.ts";
import { createBodyReader } from "./read-body.ts";
import { createRefusalLog } from "./refusal-log.ts";
import { refuseRequest } from "./refuse-request.ts";

export interface RunningApp {
  readonly port: number;
  /** Resolves when all queued work has ended. */
  settled(): Promise<void>;
  /** Takes no more requests, finishes what was begun, then ends. */
  close(): Promise<void>;
}

/** GitHub itself gives up on a delivery after 10 s; whoever sends slower holds memory. Milliseconds. */
const PATIENCE_MS = 30_000;

export const WEBHOOK_PATH = "/api/github/webhooks";

/** Starts the App's server on plain node:http. Port 0 takes a free one. */
export async function startApp(settings: AppSettings, log: Log): Promise<RunningApp> {
  const probot = new Probot({
    appId: settings.appId,
    privateKey: settings.privateKey,
    secret: settings.webhookSecret,
    baseUrl: settings.baseUrl,
    log: createProbotLog(log),
  });
  const now = () => Date.now();
  const tokens = createInstallationTokens(probot, now);
  const queue = createBackgroundQueue(log);
  const { baseUrl, workflow, lockKey } = settings;
  const connect = wireApp({ baseUrl, sleep, ...tokens });
  const deliveries = createDeliveryLog();
  const app = createApp({
    connect,
    queue,
    deliveries,
    log,
    refusals: createRefusalLog(now),
    bot: tokens.bot,
    workflow,
    readLock: readLockWith(lockKey),
    now,
  });
  const middleware = await createNodeMiddleware(app, { probot, webhooksPath: WEBHOOK_PATH });
  const readBody = createBodyReader();
  const server = createServer({ requestTimeout: PATIENCE_MS }, (request, response) => {
    serve(request, response, { middleware, readBody }).catch((error) => {
      log.error("request failed", error);
      reply(response, 500, "error\n");
    });
  });
  await listen(server, settings);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : settings.port;
  log.info("listening", { port, api: baseUrl });
  return { port, settled: () => queue.drain(), close: () => close(server, () => queue.drain()) };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

interface Serving {
  readonly middleware: Awaited<ReturnType<typeof createNodeMiddleware>>;
  readonly readBody: BodyReader;
}

async function serve(
  request: IncomingMessage & { body?: string | Record<string, unknown> | undefined },
  response: ServerResponse,
  { middleware, readBody }: Serving,
): Promise<void> {
  if (request.method === "GET" && request.url === "/healthz") return reply(response, 200, "ok\n");
  const refused = refuseRequest(request, WEBHOOK_PATH);
  if (refused !== null) {
    request.resume();
    return reply(response, refused.status, refused.text);
  }
  const body = await readBody(request);
  if (body.kind === "too_large") return reply(response, 413, "payload too large\n");
  if (body.kind === "busy") return reply(response, 503, "too much at once; deliver it again\n");
  if (body.kind === "broken") return reply(response, 400, "request broke off\n");
  // The webhook library takes a body that was read already, so that the limit above holds.
  request.body = body.text;
  await middleware(request, response, () => reply(response, 404, "not found\n"));
}

function reply(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return;
  // The rest of a body that nobody wants is not waited for.
  const ending = status >= 400 ? { connection: "close" } : {};
  response.writeHead(status, { "content-type": "text/plain", ...ending }).end(text);
}

function listen(server: Server, settings: AppSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, resolve);
  });
}

async function close(server: Server, drain: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  await closed;
  await drain();
}
