/** What the server is started with. Secrets are in it: it is never printed. */
export interface AppSettings {
  readonly appId: number;
  readonly privateKey: string;
  readonly webhookSecret: string;
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly workflow: string;
  readonly lockKey: string | null;
}

export type ReadSettings =
  | { readonly kind: "settings"; readonly settings: AppSettings }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

type Env = Readonly<Record<string, string | undefined>>;

const MIN_SECRET = 16;

/**
 * Reads the environment. Probot would start with the secret "development" when none is set, and then
 * anybody could send events: without a real one there is no start.
 * @param readFile text of a file, null when it cannot be read
 */
export function readAppSettings(env: Env, readFile: (path: string) => string | null): ReadSettings {
  const appId = Number(env["APP_ID"] ?? "");
  const key = readKey(env, readFile);
  const secret = env["WEBHOOK_SECRET"] ?? "";
  const port = Number(env["PORT"] ?? "3000");
  const problems = [
    isId(appId) ? null : "APP_ID must be the App's id, a number (see the App's settings page).",
    key.problem,
    isRealSecret(secret)
      ? null
      : `WEBHOOK_SECRET must be at least ${MIN_SECRET} characters, as in the App's settings; make one with \`openssl rand -hex 32\`.`,
    Number.isInteger(port) && port >= 0 && port < 65_536 ? null : "PORT must be a port number.",
  ].filter((problem) => problem !== null);
  if (problems.length > 0) return { kind: "refused", problems };
  const settings = { appId, privateKey: key.text, webhookSecret: secret, port, ...optional(env) };
  return { kind: "settings", settings };
}

function isId(id: number): boolean {
  return Number.isInteger(id) && id > 0;
}

function isRealSecret(secret: string): boolean {
  return secret.length >= MIN_SECRET && secret !== "development";
}

function readKey(env: Env, readFile: (path: string) => string | null) {
  const path = env["PRIVATE_KEY_PATH"] ?? "";
  const given = (env["PRIVATE_KEY"] ?? "").replaceAll("\\n", "\n");
  const text = given !== "" || path === "" ? given : (readFile(path) ?? "");
  const isKey = /-----BEGIN (RSA )?PRIVATE KEY-----/.test(text);
  const where = given === "" && path !== "" ? `PRIVATE_KEY_PATH (${path})` : "PRIVATE_KEY";
  const problem = isKey
    ? null
    : `${where} must give the App's private key in PEM; generate one on the App's settings page.`;
  return { text, problem };
}

function optional(env: Env) {
  const lockKey = env["TDD_LOOP_LOCK_KEY"] ?? "";
  return {
    baseUrl: apiUrl(env),
    host: env["HOST"] ?? "0.0.0.0",
    workflow: env["TDD_LOOP_WORKFLOW"] ?? "tdd-loop.yml",
    lockKey: lockKey === "" ? null : lockKey,
  };
}

/** GHE_HOST and GHE_PROTOCOL are Probot's names for a server of one's own. */
function apiUrl(env: Env): string {
  const host = env["GHE_HOST"] ?? "";
  if (host !== "") return `${env["GHE_PROTOCOL"] ?? "https"}://${host}/api/v3`;
  return (env["GITHUB_API_URL"] ?? "https://api.github.com").replace(/\/$/, "");
}
