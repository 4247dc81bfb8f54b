import { execFile } from "node:child_process";
import { createSign, generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Octokit } from "@octokit/rest";
import type { Forge, ForgeOptions } from "../../src/forge/forge.ts";
import { startForge } from "../../src/forge/forge.ts";

export const repoName = "acme/shop";
export const at = { owner: "acme", repo: "shop" };
export const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

export interface ReceivedHook {
  readonly event: string;
  readonly headers: Record<string, string>;
  readonly raw: string;
  readonly payload: Record<string, unknown> & { action?: string };
}

export interface TestForge {
  readonly forge: Forge;
  readonly dir: string;
  readonly hooks: ReceivedHook[];
  readonly installationId: number;
  /** Octokit with an installation token, full or down-scoped. */
  asApp(permissions?: Record<string, "read" | "write">): Promise<Octokit>;
  asUser(login: string, scopes?: string[]): Octokit;
  appToken(): Promise<string>;
  close(): Promise<void>;
}

export function jwt(appId: number, now = Date.now(), lifetime = 300, key: string = privateKey) {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iat = Math.floor(now / 1000) - 5;
  const text = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iat, exp: iat + 5 + lifetime, iss: appId })}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export function octokit(forge: Forge, auth?: string): Octokit {
  return new Octokit({ baseUrl: forge.apiUrl, log: quiet, ...(auth ? { auth } : {}) });
}

async function startReceiver(hooks: ReceivedHook[]) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    hooks.push({ event: headers["x-github-event"] ?? "", headers, raw, payload: JSON.parse(raw) });
    response.end("ok");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** A forge with one app, one repository with the app installed, and a listener for its webhooks. */
export async function startTestForge(
  options: Partial<ForgeOptions> & { files?: Record<string, string>; private?: boolean } = {},
): Promise<TestForge> {
  const { files, private: isPrivate, ...rest } = options;
  const dir = await mkdtemp(join(tmpdir(), "forge-"));
  const hooks: ReceivedHook[] = [];
  const receiver = await startReceiver(hooks);
  const forge = await startForge({
    dir,
    strict: true,
    app: {
      id: 7,
      slug: "tdd-bot",
      privateKeyPem: privateKey,
      webhookUrl: receiver.url,
      webhookSecret: "s3cret",
    },
    ...rest,
  });
  const { admin } = forge;
  admin.createUser("acme");
  admin.createUser("mallory");
  await admin.createRepository({
    ...at,
    name: "shop",
    files: files ?? { "README.md": "# Shop\n", "src/price.js": "export const price = 1;\n" },
    private: isPrivate ?? false,
  });
  admin.setPermission(repoName, "ada", "write");
  const { installationId } = admin.installApp(repoName);
  await forge.settled();
  const appToken = async (permissions?: Record<string, string>) => {
    const app = octokit(forge, jwt(7, options.clock?.()));
    const made = await app.request("POST /app/installations/{installation_id}/access_tokens", {
      installation_id: installationId,
      ...(permissions ? { permissions } : {}),
    });
    return made.data.token;
  };
  return {
    forge,
    dir,
    hooks,
    installationId,
    asApp: async (permissions) => octokit(forge, await appToken(permissions)),
    asUser: (login, scopes) => octokit(forge, admin.createToken(login, scopes)),
    appToken,
    async close() {
      await forge.close();
      receiver.server.closeAllConnections();
      receiver.server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const run = promisify(execFile);

/** Real git in a directory, with nothing of this machine's configuration. */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  const { stdout } = await run("git", args, { cwd, env });
  return stdout.trim();
}

/** The repository's address with a token in it, as the bot's own pushes use. */
export function withToken(forge: Forge, token: string, name = repoName): string {
  return `${forge.url.replace("//", `//x-access-token:${token}@`)}/${name}.git`;
}

/** Status of a refused call. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; text: string }> {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as { status: number; response?: { data: unknown } };
    return { status, text: JSON.stringify(response?.data ?? String(error)) };
  }
  return { status: 200, text: "" };
}
