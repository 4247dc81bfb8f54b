import { createHmac, randomUUID } from "node:crypto";
import { allows } from "./access.ts";
import type { App, Installation } from "./actor.ts";
import { track } from "./events.ts";
import { fullRepoShape } from "./shapes/repo-shape.ts";
import { nodeId, userShape } from "./shapes/user-shape.ts";
import type { Delivery, ForgeEvent, World } from "./world.ts";

/** GitHub gives a hook 10 seconds (docs, best practices for using webhooks). */
const deadlineMs = 10_000;

const permissionOf: Readonly<Record<string, string>> = {
  issues: "issues",
  issue_comment: "issues",
  pull_request: "pull_requests",
  pull_request_review: "pull_requests",
  pull_request_review_comment: "pull_requests",
  push: "contents",
  create: "contents",
  delete: "contents",
  check_run: "checks",
  check_suite: "checks",
  merge_group: "merge_queues",
  workflow_dispatch: "contents",
  workflow_run: "actions",
  workflow_job: "actions",
  status: "statuses",
};

/** Events that every app gets without asking. */
const always = new Set(["installation", "installation_repositories"]);

function listens(installation: Installation, event: ForgeEvent): boolean {
  const { app } = installation;
  if (event.onlyFor !== undefined && event.onlyFor !== app) return false;
  if (always.has(event.name)) return true;
  const needed = permissionOf[event.name] ?? "metadata";
  return app.events.includes(event.name) && allows(app.permissions, [needed, "read"]);
}

export function payloadOf(world: World, event: ForgeEvent, installationId: number | null) {
  const isInstallation = event.name === "installation";
  return {
    ...(event.action === null ? {} : { action: event.action }),
    ...event.payload,
    ...(isInstallation ? {} : { repository: fullRepoShape(world, event.repo, null) }),
    sender: userShape(world, event.sender),
    ...(installationId === null || isInstallation
      ? {}
      : { installation: { id: installationId, node_id: nodeId("MDI", installationId) } }),
  };
}

function headersOf(app: App, event: string, guid: string, body: string): Record<string, string> {
  const sign = (hash: string) => createHmac(hash, app.webhookSecret).update(body).digest("hex");
  return {
    accept: "*/*",
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/forge",
    "x-github-delivery": guid,
    "x-github-event": event,
    "x-github-hook-id": String(app.id),
    "x-github-hook-installation-target-id": String(app.id),
    "x-github-hook-installation-target-type": "integration",
    "x-hub-signature": `sha1=${sign("sha1")}`,
    "x-hub-signature-256": `sha256=${sign("sha256")}`,
  };
}

async function send(world: World, url: string, delivery: Delivery): Promise<void> {
  const started = world.now();
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: delivery.headers,
      body: delivery.body,
      signal: AbortSignal.timeout(deadlineMs),
    });
    const payload = (await response.text()).slice(0, 10_000);
    delivery.status = response.ok ? "OK" : `Invalid HTTP Response: ${response.status}`;
    delivery.statusCode = response.status;
    delivery.response = { headers: Object.fromEntries(response.headers), payload };
  } catch (cause) {
    const timedOut = cause instanceof Error && cause.name === "TimeoutError";
    delivery.status = timedOut ? "timed out" : "failed to connect to host";
    delivery.statusCode = timedOut ? 504 : 502;
  }
  delivery.duration = (world.now() - started) / 1000;
}

function record(
  world: World,
  delivery: Omit<
    Delivery,
    "id" | "deliveredAt" | "duration" | "status" | "statusCode" | "response"
  >,
): Delivery {
  const made: Delivery = {
    ...delivery,
    id: world.nextId(),
    deliveredAt: world.now(),
    duration: 0,
    status: "pending",
    statusCode: 0,
    response: { headers: {}, payload: "" },
  };
  world.deliveries.unshift(made);
  return made;
}

function deliver(world: World, installation: Installation, event: ForgeEvent): void {
  const { app } = installation;
  if (app.webhookUrl === null) return;
  const body = JSON.stringify(payloadOf(world, event, installation.id));
  const guid = randomUUID();
  const delivery = record(world, {
    guid,
    app,
    event: event.name,
    action: event.action,
    redelivery: false,
    installationId: installation.id,
    repositoryId: event.repo.id,
    body,
    headers: headersOf(app, event.name, guid, body),
  });
  track(world, send(world, app.webhookUrl, delivery));
}

/** Sends the same payload again under the same delivery id, as the API's `attempts` does. */
export function redeliver(world: World, old: Delivery): void {
  if (old.app.webhookUrl === null) return;
  const delivery = record(world, {
    guid: old.guid,
    app: old.app,
    event: old.event,
    action: old.action,
    redelivery: true,
    installationId: old.installationId,
    repositoryId: old.repositoryId,
    body: old.body,
    headers: headersOf(old.app, old.event, old.guid, old.body),
  });
  track(world, send(world, old.app.webhookUrl, delivery));
}

/** Delivers what happens in a repository to the apps installed there and subscribed to it. */
export function deliverWebhooks(world: World): void {
  world.listeners.push((event) => {
    for (const installation of world.installations.values()) {
      if (!installation.repositoryIds.has(event.repo.id)) continue;
      if (listens(installation, event)) deliver(world, installation, event);
    }
  });
}
