import { createVerify, randomBytes } from "node:crypto";
import type { Actor, App, Token } from "./actor.ts";
import { ApiError } from "./api-error.ts";
import type { World } from "./world.ts";

const hour = 3_600_000;

/** GitHub's 401 in whose body the reason stands. */
function badCredentials(reason = "Bad credentials"): ApiError {
  return new ApiError(401, reason);
}

function decodePart(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    if (value !== null && typeof value === "object") return value as Record<string, unknown>;
  } catch {
    // Falls through: not JSON is the same to us as not an object.
  }
  throw badCredentials("A JSON web token could not be decoded");
}

/**
 * RS256 by the app's key; `exp` at most 10 minutes ahead and not past, `iat` not in the future.
 * (GitHub docs, "Generating a JSON Web Token for a GitHub App")
 */
function checkTimes(claims: Record<string, unknown>, now: number): void {
  const { exp, iat } = claims;
  const seconds = now / 1000;
  if (typeof exp !== "number" || exp <= seconds) {
    throw badCredentials(
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (exp > seconds + 600 + 1) {
    throw badCredentials("'Expiration time' claim ('exp') is too far in the future");
  }
  if (typeof iat !== "number" || iat > seconds + 1) {
    throw badCredentials(
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
}

function verifyJwt(world: World, jwt: string): App {
  const [head = "", payload = "", signature = ""] = jwt.split(".");
  const claims = decodePart(payload);
  const app = world.apps.get(Number(claims["iss"]));
  if (!app?.publicKey) throw badCredentials("Integration not found");
  if (decodePart(head)["alg"] !== "RS256") {
    throw badCredentials("A JSON web token could not be decoded");
  }
  const isOurs = createVerify("RSA-SHA256")
    .update(`${head}.${payload}`)
    .verify(app.publicKey, signature, "base64url");
  if (!isOurs) throw badCredentials("A JSON web token could not be decoded");
  checkTimes(claims, world.now());
  return app;
}

/** The token that a header carries: `token T`, `Bearer T`, or the password of basic auth. */
export function tokenOf(header: string): string {
  const [scheme = "", value = ""] = header.trim().split(/\s+/);
  if (/^(token|bearer)$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) throw badCredentials();
  const text = Buffer.from(value, "base64").toString();
  const [user = "", password = ""] = text.split(/:(.*)/s);
  return password === "" || password === "x-oauth-basic" ? user : password;
}

export interface Identity {
  readonly actor: Actor;
  readonly token: Token | null;
}

export function authenticate(world: World, header: string | undefined): Identity {
  if (!header) return { actor: { kind: "anonymous" }, token: null };
  const text = tokenOf(header);
  if (text.split(".").length === 3) {
    return { actor: { kind: "app", app: verifyJwt(world, text) }, token: null };
  }
  const token = world.tokens.get(text);
  if (!token || token.expiresAt <= world.now()) throw badCredentials();
  return { actor: token.actor, token };
}

/** Makes a token of GitHub's form; installation tokens live one hour. */
export function issueToken(
  world: World,
  actor: Actor,
  options: { prefix: "ghs" | "ghp"; ttlMs?: number; limit?: number },
): { token: string; expiresAt: number } {
  const token = `${options.prefix}_${randomBytes(27).toString("base64url").replace(/[-_]/g, "0")}`;
  const expiresAt = world.now() + (options.ttlMs ?? hour);
  const limit = options.limit ?? 5000;
  world.tokens.set(token, { actor, expiresAt, limit, used: 0, windowStart: world.now() });
  return { token, expiresAt };
}
