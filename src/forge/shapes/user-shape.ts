import type { App, Installation, User } from "../actor.ts";
import { iso } from "../router.ts";
import type { World } from "../world.ts";

export type Shape = Record<string, unknown>;

export function apiUrl(world: World): string {
  return `${world.url}/api/v3`;
}

/** GitHub's opaque node ids: the kind in front, then what identifies the thing. */
export function nodeId(kind: string, id: number | string): string {
  return `${kind}_${Buffer.from(`${kind}:${id}`).toString("base64url")}`;
}

export function userShape(world: World, user: User): Shape {
  const url = `${apiUrl(world)}/users/${encodeURIComponent(user.login)}`;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId("U", user.id),
    avatar_url: `${world.url}/avatars/u/${user.id}`,
    gravatar_id: "",
    url,
    html_url: `${world.url}/${encodeURIComponent(user.login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: user.type,
    site_admin: false,
  };
}

export function fullUserShape(world: World, user: User): Shape {
  return {
    ...userShape(world, user),
    name: user.login,
    company: null,
    blog: "",
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: iso(0),
    updated_at: iso(0),
  };
}

export function appShape(world: World, app: App): Shape {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId("A", app.id),
    owner: userShape(world, app.owner),
    name: app.name,
    description: "",
    external_url: world.url,
    html_url: `${world.url}/apps/${app.slug}`,
    created_at: iso(app.createdAt),
    updated_at: iso(app.createdAt),
    permissions: app.permissions,
    events: app.events,
  };
}

export function installationShape(world: World, installation: Installation): Shape {
  const { app, account, id } = installation;
  return {
    id,
    account: userShape(world, account),
    repository_selection: "selected",
    access_tokens_url: `${apiUrl(world)}/app/installations/${id}/access_tokens`,
    repositories_url: `${apiUrl(world)}/installation/repositories`,
    html_url: `${world.url}/settings/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: { metadata: "read", ...app.permissions },
    events: app.events,
    created_at: iso(installation.createdAt),
    updated_at: iso(installation.createdAt),
    single_file_name: null,
    suspended_by: null,
    suspended_at: null,
  };
}
