import type { KeyObject } from "node:crypto";

export type Role = "none" | "read" | "triage" | "write" | "maintain" | "admin";
export type Level = "read" | "write" | "admin";
export type Permissions = Readonly<Record<string, Level>>;

export interface User {
  readonly id: number;
  readonly login: string;
  readonly type: "User" | "Bot" | "Organization";
}

export interface App {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly publicKey: KeyObject | null;
  webhookUrl: string | null;
  webhookSecret: string;
  permissions: Permissions;
  events: readonly string[];
  readonly owner: User;
  readonly bot: User;
  readonly createdAt: number;
}

export interface Installation {
  readonly id: number;
  readonly app: App;
  readonly account: User;
  readonly repositoryIds: Set<number>;
  readonly createdAt: number;
}

/** Who calls. A workflow's GITHUB_TOKEN is an installation of the github-actions app with `job` set. */
export type Actor =
  | { readonly kind: "anonymous" }
  | { readonly kind: "app"; readonly app: App }
  | InstallationActor
  | { readonly kind: "user"; readonly user: User; readonly scopes: readonly string[] };

export interface InstallationActor {
  readonly kind: "installation";
  readonly app: App;
  readonly permissions: Permissions;
  readonly repositoryIds: ReadonlySet<number>;
  readonly job: boolean;
}

export interface Token {
  readonly actor: Actor;
  readonly expiresAt: number;
  readonly limit: number;
  used: number;
  windowStart: number;
}
