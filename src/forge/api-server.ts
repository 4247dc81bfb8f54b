import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { requireAccess, senderOf, visibleRepo } from "./access.ts";
import type { Actor } from "./actor.ts";
import { ApiError, notFound } from "./api-error.ts";
import type { Identity } from "./authenticate.ts";
import { authenticate } from "./authenticate.ts";
import { limitContent, rateHeaders, rateOf, spend } from "./rate-limit.ts";
import { actionsRoutes } from "./rest/actions-routes.ts";
import { appRoutes } from "./rest/app-routes.ts";
import { checkRoutes } from "./rest/check-routes.ts";
import { contentRoutes } from "./rest/content-routes.ts";
import { gitRoutes } from "./rest/git-routes.ts";
import { graphqlRoutes } from "./rest/graphql-route.ts";
import { issueRoutes } from "./rest/issue-routes.ts";
import { labelRoutes } from "./rest/label-routes.ts";
import { pullRoutes } from "./rest/pull-routes.ts";
import { commitRoute, repoRoutes } from "./rest/repo-routes.ts";
import { reviewRoutes } from "./rest/review-routes.ts";
import { searchRoutes } from "./rest/search-routes.ts";
import { statusRoutes } from "./rest/status-routes.ts";
import type { Call, Found, Reply } from "./router.ts";
import { createRouter } from "./router.ts";
import type { World } from "./world.ts";

const router = createRouter([
  ...appRoutes,
  ...actionsRoutes,
  ...checkRoutes,
  ...contentRoutes,
  ...gitRoutes,
  ...graphqlRoutes,
  ...labelRoutes,
  ...issueRoutes,
  ...pullRoutes,
  ...reviewRoutes,
  ...searchRoutes,
  ...statusRoutes,
  ...repoRoutes,
  commitRoute,
]);

const documentation = "https://docs.github.com/rest";
const maxBody = 50 * 1024 * 1024;

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxBody) throw new ApiError(413, "Payload too large");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function tryJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const parsed = tryJson(bytes.toString());
  if (!parsed) throw new ApiError(400, "Problems parsing JSON");
  return parsed.value;
}

function errorReply(error: ApiError): Reply {
  const limited = /rate limit/.test(error.message) ? { "retry-after": "60" } : {};
  return {
    status: error.status,
    body: {
      message: error.message,
      ...(error.errors === null ? {} : { errors: error.errors }),
      documentation_url: documentation,
      status: String(error.status),
    },
    headers: limited,
  };
}

function rateLimit(world: World, identity: Identity): Reply {
  const rate = rateOf(world, identity.token);
  const search = { ...rate, limit: 30, remaining: 30, used: 0 };
  return { status: 200, body: { resources: { core: rate, search, graphql: rate }, rate } };
}

function dispatch(call: Call, found: Found): Reply | Promise<Reply> {
  const { route } = found;
  if (route.scope === "site") return route.handle(call);
  const { owner = "", repo: name = "" } = call.params;
  const repo = visibleRepo(call.world, call.actor, owner, name);
  requireAccess(call.actor, repo, route.access);
  return route.handle({ ...call, repo });
}

export function actorName(world: World, actor: Actor): string {
  if (actor.kind === "anonymous") return "anonymous";
  if (actor.kind === "app") return `app:${actor.app.slug}`;
  return senderOf(world, actor).login;
}

interface Answer {
  readonly reply: Reply;
  readonly route: string | null;
  readonly body: unknown;
  readonly identity: Identity | null;
}

/** One API call from bytes to answer; every refusal is an ApiError and ends here. */
async function answer(
  world: World,
  request: IncomingMessage,
  url: URL,
  path: string,
): Promise<Answer> {
  const method = request.method ?? "GET";
  let identity: Identity | null = null;
  let route: string | null = null;
  let body: unknown;
  try {
    body = parseJson(await readAll(request));
    identity = authenticate(world, request.headers.authorization);
    if (path === "/rate_limit") {
      return { reply: rateLimit(world, identity), route: path, body, identity };
    }
    spend(world, identity.token);
    const found = router.find(method, path);
    if (!found) throw notFound();
    route = found.route.pattern.replaceAll("*", "");
    limitContent(world, actorName(world, identity.actor), method, path);
    const call: Call = {
      world,
      actor: identity.actor,
      method,
      path,
      params: found.params,
      query: url.searchParams,
      headers: request.headers,
      body,
    };
    return { reply: await dispatch(call, found), route, body, identity };
  } catch (error) {
    if (error instanceof ApiError) return { reply: errorReply(error), route, body, identity };
    throw error;
  }
}

function encode(reply: Reply): { bytes: Buffer; type: string } {
  if (Buffer.isBuffer(reply.body)) return { bytes: reply.body, type: "application/octet-stream" };
  if (typeof reply.body === "string")
    return { bytes: Buffer.from(reply.body), type: "text/plain; charset=utf-8" };
  const empty = reply.status === 204 || (reply.status === 202 && reply.body === null);
  const bytes = empty ? Buffer.alloc(0) : Buffer.from(JSON.stringify(reply.body));
  return { bytes, type: "application/json; charset=utf-8" };
}

function write(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  answered: Answer,
): number {
  const { reply, identity } = answered;
  const { bytes, type } = encode(reply);
  const etag = `W/"${createHash("sha256").update(bytes).digest("hex")}"`;
  const isSame =
    reply.status === 200 && request.method === "GET" && request.headers["if-none-match"] === etag;
  // A conditional request that finds nothing new is free.
  if (isSame && identity?.token) identity.token.used -= 1;
  const status = isSame ? 304 : reply.status;
  response.writeHead(status, {
    "content-type": type,
    "x-github-media-type": "github.v3; format=json",
    "x-github-request-id": String(world.nextId()),
    ...rateHeaders(world, identity?.token ?? null),
    ...(reply.status === 200 && request.method === "GET" ? { etag } : {}),
    ...reply.headers,
  });
  response.end(isSame || status === 204 ? undefined : bytes);
  return status;
}

/** Serves /api/v3 (and /api/graphql). `strict` keeps bodies for checking against the contract. */
export async function serveApi(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  strict: ((method: string, route: string, body: unknown) => void) | null,
): Promise<void> {
  const url = new URL(request.url ?? "/", world.url);
  const path = url.pathname.replace(/^\/api\/(v3(?=\/)|(?=graphql))/, "").replace(/^(?!\/)/, "/");
  const answered = await answer(world, request, url, path);
  const status = write(world, request, response, answered);
  if (strict && answered.route) strict(request.method ?? "GET", answered.route, answered.body);
  world.requests.push({
    method: request.method ?? "GET",
    path: url.pathname + url.search,
    route: answered.route,
    status,
    actor: answered.identity ? actorName(world, answered.identity.actor) : "anonymous",
    requestBody: answered.body,
    responseBody: strict && !Buffer.isBuffer(answered.reply.body) ? answered.reply.body : null,
  });
}
