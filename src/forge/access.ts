import type { Actor, Level, Permissions, Role, User } from "./actor.ts";
import { ApiError, notFound } from "./api-error.ts";
import type { Access, Need } from "./router.ts";
import type { Repo, World } from "./world.ts";

const roles: readonly Role[] = ["none", "read", "triage", "write", "maintain", "admin"];
const levels: readonly Level[] = ["read", "write", "admin"];

export function roleOf(repo: Repo, login: string): Role {
  if (login.toLowerCase() === repo.owner.login.toLowerCase()) return "admin";
  return repo.roles.get(login.toLowerCase()) ?? (repo.private ? "none" : "read");
}

export function hasRole(repo: Repo, login: string, least: Role): boolean {
  return roles.indexOf(roleOf(repo, login)) >= roles.indexOf(least);
}

export function allows(permissions: Permissions, [name, level]: Need): boolean {
  const held = name === "metadata" ? (permissions[name] ?? "read") : permissions[name];
  return held !== undefined && levels.indexOf(held) >= levels.indexOf(level);
}

/** Who the rest of the world sees behind a call. */
export function senderOf(world: World, actor: Actor): User {
  if (actor.kind === "user") return actor.user;
  if (actor.kind === "anonymous") return userNamed(world, "ghost");
  return actor.app.bot;
}

export function userNamed(world: World, login: string): User {
  const user = world.users.get(login.toLowerCase());
  if (!user) throw notFound();
  return user;
}

/** The account of this name; made when new. */
export function addUser(world: World, login: string, type: User["type"] = "User"): User {
  const found = world.users.get(login.toLowerCase());
  if (found) return found;
  const user: User = { id: world.nextId(), login, type };
  world.users.set(login.toLowerCase(), user);
  return user;
}

function sees(actor: Actor, repo: Repo): boolean {
  if (!repo.private) return true;
  if (actor.kind === "installation") return actor.repositoryIds.has(repo.id);
  return actor.kind === "user" && hasRole(repo, actor.user.login, "read");
}

/** 404 rather than 403 for what one may not even see. */
export function visibleRepo(world: World, actor: Actor, owner: string, name: string): Repo {
  const repo = world.repos.get(`${owner}/${name}`.toLowerCase());
  if (!repo || !sees(actor, repo)) throw notFound();
  return repo;
}

export function isOnlyReading(access: Access): boolean {
  return access.needs.every(([, level]) => level === "read");
}

/** Public data may be read by any token; the rest needs the installation and the permission. */
function mayApp(
  actor: Extract<Actor, { kind: "installation" }>,
  repo: Repo,
  access: Access,
): boolean {
  const inside = actor.repositoryIds.has(repo.id);
  if (inside && access.needs.some((need) => allows(actor.permissions, need))) return true;
  const isPublic = access.needs.every(([name]) => name !== "administration");
  return !repo.private && isPublic && isOnlyReading(access);
}

export function mayAccess(actor: Actor, repo: Repo, access: Access): boolean {
  switch (actor.kind) {
    case "installation":
      return mayApp(actor, repo, access);
    case "user":
      return hasRole(
        repo,
        actor.user.login,
        access.role ?? (isOnlyReading(access) ? "read" : "write"),
      );
    case "anonymous":
      return !repo.private && isOnlyReading(access) && (access.role ?? "read") === "read";
    case "app":
      return false;
  }
}

/**
 * Refuses as GitHub does: 401 without credentials, 403 in its own words for apps and people.
 * An app JWT is good for the /app routes only.
 */
export function requireAccess(actor: Actor, repo: Repo, access: Access): void {
  if (mayAccess(actor, repo, access)) return;
  if (actor.kind === "anonymous") throw new ApiError(401, "Requires authentication");
  if (actor.kind === "app") {
    throw new ApiError(401, "A JSON web token could not be decoded");
  }
  if (actor.kind === "installation") {
    throw new ApiError(403, "Resource not accessible by integration");
  }
  throw new ApiError(403, "Must have admin rights to Repository.");
}

/** Only GitHub Apps write check runs; a person's token is told so. */
export function requireApp(actor: Actor): Extract<Actor, { kind: "installation" }> {
  if (actor.kind === "installation") return actor;
  throw new ApiError(403, "You must authenticate via a GitHub App.");
}
