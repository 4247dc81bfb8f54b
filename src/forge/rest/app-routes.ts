import { z } from "zod";
import { allows } from "../access.ts";
import type { App, Installation, Level, Permissions } from "../actor.ts";
import { ApiError, notFound } from "../api-error.ts";
import { issueToken } from "../authenticate.ts";
import type { Call, Reply, Route } from "../router.ts";
import { iso, numberParam, paged, readBody, reply, siteRoute } from "../router.ts";
import { repoShape } from "../shapes/repo-shape.ts";
import { appShape, fullUserShape, installationShape } from "../shapes/user-shape.ts";
import { redeliver } from "../webhooks.ts";
import type { Delivery, Repo } from "../world.ts";

const AccessTokenBody = z.object({
  repositories: z.array(z.string()).optional(),
  repository_ids: z.array(z.number().int()).optional(),
  permissions: z.record(z.string(), z.enum(["read", "write", "admin"])).optional(),
});

function requireJwt(call: Call): App {
  if (call.actor.kind === "app") return call.actor.app;
  throw new ApiError(401, "A JSON web token could not be decoded");
}

function installationOf(call: Call): Installation {
  const app = requireJwt(call);
  const found = call.world.installations.get(numberParam(call, "installation_id"));
  if (!found || found.app !== app) throw notFound();
  return found;
}

function chosenRepos(
  call: Call,
  installation: Installation,
  body: z.infer<typeof AccessTokenBody>,
): Repo[] {
  const all = [...call.world.repos.values()].filter((repo) =>
    installation.repositoryIds.has(repo.id),
  );
  const names = body.repositories?.map((name) => name.toLowerCase());
  const ids = body.repository_ids;
  if (!names && !ids) return all;
  const chosen = all.filter(
    (repo) => names?.includes(repo.name.toLowerCase()) || ids?.includes(repo.id),
  );
  if (chosen.length < (names?.length ?? 0) + (ids?.length ?? 0)) {
    throw new ApiError(
      422,
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
    );
  }
  return chosen;
}

/** A token may ask for less than the installation has, never for more. */
function downScoped(app: App, asked: Readonly<Record<string, Level>> | undefined): Permissions {
  if (!asked) return { metadata: "read", ...app.permissions };
  for (const [name, level] of Object.entries(asked)) {
    if (!allows(app.permissions, [name, level])) {
      throw new ApiError(422, "The permissions requested are not granted to this installation.");
    }
  }
  return { metadata: "read", ...asked };
}

function createAccessToken(call: Call): Reply {
  const installation = installationOf(call);
  const body = readBody(AccessTokenBody, call);
  const repos = chosenRepos(call, installation, body);
  const permissions = downScoped(installation.app, body.permissions);
  const made = issueToken(
    call.world,
    {
      kind: "installation",
      app: installation.app,
      permissions,
      repositoryIds: new Set(repos.map((repo) => repo.id)),
      job: false,
    },
    { prefix: "ghs" },
  );
  const isNarrow = body.repositories !== undefined || body.repository_ids !== undefined;
  return reply(201, {
    token: made.token,
    expires_at: iso(made.expiresAt),
    permissions,
    repository_selection: "selected",
    ...(isNarrow ? { repositories: repos.map((repo) => repoShape(call.world, repo)) } : {}),
  });
}

function repoInstallation(call: Call): Reply {
  const app = requireJwt(call);
  const name = `${call.params["owner"]}/${call.params["repo"]}`.toLowerCase();
  const repo = call.world.repos.get(name);
  const found = [...call.world.installations.values()].find(
    (one) => one.app === app && repo && one.repositoryIds.has(repo.id),
  );
  if (!found) throw notFound();
  return reply(200, installationShape(call.world, found));
}

function installationRepos(call: Call): Promise<Reply> {
  const { actor, world } = call;
  if (actor.kind !== "installation")
    throw new ApiError(
      403,
      "You must authenticate with an installation access token in order to list repositories for an installation.",
    );
  const repos = [...world.repos.values()].filter((repo) => actor.repositoryIds.has(repo.id));
  const wrap = (page: unknown[]) => ({
    total_count: repos.length,
    repository_selection: "selected",
    repositories: page,
  });
  return paged(call, repos, (repo) => repoShape(world, repo), wrap);
}

function deliveryItem(delivery: Delivery) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: new Date(delivery.deliveredAt).toISOString(),
    redelivery: delivery.redelivery,
    duration: delivery.duration,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  };
}

/** Cursor pages, newest first; the cursor is the id of the last delivery already seen. */
function listDeliveries(call: Call): Reply {
  const app = requireJwt(call);
  const all = call.world.deliveries.filter((one) => one.app === app);
  const size = Math.min(Number(call.query.get("per_page") ?? "30") || 30, 100);
  const cursor = call.query.get("cursor");
  const from = cursor === null ? 0 : all.findIndex((one) => String(one.id) === cursor) + 1;
  const page = all.slice(from, from + size);
  const last = page.at(-1);
  const more = last !== undefined && from + size < all.length;
  const next = `${call.world.url}/api/v3/app/hook/deliveries?per_page=${size}&cursor=${last?.id}`;
  return {
    status: 200,
    body: page.map(deliveryItem),
    headers: more ? { link: `<${next}>; rel="next"` } : {},
  };
}

function findDelivery(call: Call): Delivery {
  const app = requireJwt(call);
  const id = numberParam(call, "delivery_id");
  const found = call.world.deliveries.find((one) => one.id === id && one.app === app);
  if (!found) throw notFound();
  return found;
}

function getDelivery(call: Call): Reply {
  const delivery = findDelivery(call);
  return reply(200, {
    ...deliveryItem(delivery),
    url: delivery.app.webhookUrl ?? "",
    request: { headers: delivery.headers, payload: JSON.parse(delivery.body) },
    response: delivery.response,
  });
}

function getUser(call: Call): Reply {
  const user = call.world.users.get((call.params["username"] ?? "").toLowerCase());
  if (!user) throw notFound();
  return reply(200, fullUserShape(call.world, user));
}

function getMe(call: Call): Reply {
  if (call.actor.kind === "anonymous") throw new ApiError(401, "Requires authentication");
  if (call.actor.kind !== "user") throw new ApiError(403, "Resource not accessible by integration");
  return reply(200, fullUserShape(call.world, call.actor.user));
}

function getApp(call: Call): Reply {
  const app = [...call.world.apps.values()].find((one) => one.slug === call.params["app_slug"]);
  if (!app) throw notFound();
  return reply(200, appShape(call.world, app));
}

export const appRoutes: readonly Route[] = [
  siteRoute("GET", "/app", (call) => reply(200, appShape(call.world, requireJwt(call)))),
  siteRoute("GET", "/app/installations", (call) => {
    const app = requireJwt(call);
    const all = [...call.world.installations.values()].filter((one) => one.app === app);
    return paged(call, all, (one) => installationShape(call.world, one));
  }),
  siteRoute("GET", "/app/installations/{installation_id}", (call) =>
    reply(200, installationShape(call.world, installationOf(call))),
  ),
  siteRoute("POST", "/app/installations/{installation_id}/access_tokens", createAccessToken),
  siteRoute("GET", "/app/hook/deliveries", listDeliveries),
  siteRoute("GET", "/app/hook/deliveries/{delivery_id}", getDelivery),
  siteRoute("POST", "/app/hook/deliveries/{delivery_id}/attempts", (call) => {
    redeliver(call.world, findDelivery(call));
    return reply(202, {});
  }),
  siteRoute("GET", "/apps/{app_slug}", getApp),
  siteRoute("GET", "/installation/repositories", installationRepos),
  siteRoute("GET", "/repos/{owner}/{repo}/installation", repoInstallation),
  siteRoute("GET", "/user", getMe),
  siteRoute("GET", "/users/{username}", getUser),
];
