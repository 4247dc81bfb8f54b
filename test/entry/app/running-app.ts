import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import type { Log } from "../../../src/entry/app/host.ts";
import { createJsonLog } from "../../../src/entry/app/json-log.ts";
import { startApp, WEBHOOK_PATH } from "../../../src/entry/app/start-app.ts";
import { startFakeGitHub } from "./fake-github.ts";

export const SECRET = "a secret of more than sixteen characters";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

export interface Sent {
  readonly id?: string;
  readonly secret?: string;
}

/** The real server against the fake GitHub, both on loopback. */
export async function runningApp(lockKey: string | null = null) {
  const github = await startFakeGitHub();
  const lines: string[] = [];
  const log: Log = createJsonLog((line) => lines.push(line));
  const app = await startApp(
    {
      appId: 1,
      privateKey,
      webhookSecret: SECRET,
      baseUrl: github.url,
      host: "127.0.0.1",
      port: 0,
      workflow: "tdd-loop.yml",
      lockKey,
    },
    log,
  );
  const url = `http://127.0.0.1:${app.port}`;
  const post = (event: string, body: string, sent: Sent = {}) =>
    fetch(`${url}${WEBHOOK_PATH}`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-github-event": event,
        "x-github-delivery": sent.id ?? randomUUID(),
        "x-hub-signature-256": `sha256=${createHmac("sha256", sent.secret ?? SECRET)
          .update(body)
          .digest("hex")}`,
      },
    });
  return {
    state: github.state,
    url,
    lines,
    post,
    settled: app.settled,
    /** Sends an event as GitHub does and waits for the work that it causes. */
    async send(event: string, payload: object, sent: Sent = {}) {
      const response = await post(event, JSON.stringify({ ...source, ...payload }), sent);
      await response.text();
      await app.settled();
      return response.status;
    },
    async close() {
      await app.close();
      await github.close();
    },
  };
}

export const source = {
  repository: { id: 10, name: "shop", default_branch: "main", owner: { login: "acme" } },
  installation: { id: 5 },
};

export const issue = {
  number: 7,
  title: "Slugs",
  body: "- [ ] lower case",
  state: "open",
  updated_at: "2026-01-01T00:00:00Z",
};

const people = ["mona", "maya", "trish", "zed", "nobody"];
export const person = (login: string) => ({ login, id: people.indexOf(login) + 1, type: "User" });

export function labeled(login: string, label = "tdd", more: object = {}) {
  return {
    action: "labeled",
    issue: { ...issue, ...more },
    label: { name: label },
    sender: person(login),
  };
}

let comments = 0;
export function commented(login: string, body: string, more: object = {}) {
  comments += 1;
  const user = person(login);
  const comment = { id: 100 + comments, body, user, updated_at: "2026-01-02T00:00:00Z" };
  return { action: "created", issue: { ...issue, ...more }, comment, sender: user };
}

export function pullRequest(
  action: string,
  pr: { number: number; ref: string; sha: string; headRepo?: number; base?: string; body?: string },
) {
  const head = { ref: pr.ref, sha: pr.sha, repo: { id: pr.headRepo ?? 10 } };
  const base = { ref: pr.base ?? "main", sha: "b", repo: { id: 10 } };
  return {
    action,
    number: pr.number,
    pull_request: { number: pr.number, state: "open", head, base, body: pr.body ?? null },
  };
}
