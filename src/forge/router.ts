import type { z } from "zod";
import type { Actor, Level, Role } from "./actor.ts";
import { ApiError, notFound } from "./api-error.ts";
import type { Repo, World } from "./world.ts";

export interface Call {
  readonly world: World;
  readonly actor: Actor;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

export interface RepoCall extends Call {
  readonly repo: Repo;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A permission of GitHub's list and its level, such as ["contents", "write"]. */
export type Need = readonly [name: string, level: Level];

export interface Access {
  /** Any one of these is enough for an app's token. */
  readonly needs: readonly Need[];
  /** What a person must be; by default read for reading and write for writing. */
  readonly role?: Role;
}

export type Route = {
  readonly method: string;
  /** GitHub's own pattern; `{name*}` also takes slashes. */
  readonly pattern: string;
} & (
  | { readonly scope: "site"; readonly handle: (call: Call) => Reply | Promise<Reply> }
  | {
      readonly scope: "repo";
      readonly access: Access;
      readonly handle: (call: RepoCall) => Reply | Promise<Reply>;
    }
);

export function siteRoute(
  method: string,
  pattern: string,
  handle: (call: Call) => Reply | Promise<Reply>,
): Route {
  return { method, pattern, scope: "site", handle };
}

/** A route under /repos/{owner}/{repo}. */
export function repoRoute(
  method: string,
  tail: string,
  access: Access,
  handle: (call: RepoCall) => Reply | Promise<Reply>,
): Route {
  return { method, pattern: `/repos/{owner}/{repo}${tail}`, scope: "repo", access, handle };
}

export interface Found {
  readonly route: Route;
  readonly params: Record<string, string>;
}

export interface Router {
  find(method: string, path: string): Found | null;
}

function compile(pattern: string): { regexp: RegExp; names: string[] } {
  const names: string[] = [];
  const source = pattern.replace(/\{(\w+)(\*?)\}|[.]/g, (whole, name: string, star: string) => {
    if (whole === ".") return "\\.";
    names.push(name);
    return star === "*" ? "(.*)" : "([^/]+)";
  });
  return { regexp: new RegExp(`^${source}$`), names };
}

/** Octokit percent-encodes the slashes of refs, people do not: both find the same route. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not UTF-8: nothing is called that, and the handler says so.
    return text;
  }
}

/** First match wins. */
export function createRouter(routes: readonly Route[]): Router {
  const compiled = routes.map((route) => ({ route, ...compile(route.pattern) }));
  return {
    find(method, path) {
      for (const { route, regexp, names } of compiled) {
        const match = route.method === method ? regexp.exec(path) : null;
        if (!match) continue;
        const params = Object.fromEntries(
          names.map((name, at) => [name, decode(match[at + 1] ?? "")]),
        );
        return { route, params };
      }
      return null;
    },
  };
}

export function reply(status: number, body: unknown = null): Reply {
  return { status, body };
}

/** Body of a request, typed; GitHub's 422 when it does not fit. */
export function readBody<T>(schema: z.ZodType<T>, call: Call): T {
  const parsed = schema.safeParse(call.body ?? {});
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) =>
    issue.code === "invalid_type" && issue.message.includes("undefined")
      ? `"${issue.path.join(".")}" wasn't supplied.`
      : `For '${issue.path.join("/")}', ${issue.message}.`,
  );
  throw new ApiError(422, `Invalid request.\n\n${lines.join("\n")}`);
}

/** A number in the path; 404 when it is none. */
export function numberParam(call: Call, name: string): number {
  const text = call.params[name] ?? "";
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}

function pageNumbers(call: Call): { page: number; size: number } {
  const page = Number.parseInt(call.query.get("page") ?? "1", 10);
  const size = Number.parseInt(call.query.get("per_page") ?? "30", 10);
  return {
    page: page > 0 ? page : 1,
    size: Math.min(size > 0 ? size : 30, 100),
  };
}

/** One page of a list with GitHub's Link header; `render` is called for that page's items only. */
export async function paged<T>(
  call: Call,
  items: readonly T[],
  render: (item: T) => unknown,
  wrap: (page: unknown[]) => unknown = (page) => page,
): Promise<Reply> {
  const { page, size } = pageNumbers(call);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(call.query);
    query.set("page", String(to));
    return `<${call.world.url}/api/v3${call.path}?${query}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, "prev"), link(1, "first")] : []),
    ...(page < last ? [link(page + 1, "next"), link(last, "last")] : []),
  ];
  const shown = items.slice((page - 1) * size, page * size);
  const body = wrap(await Promise.all(shown.map((item) => render(item))));
  return {
    status: 200,
    body,
    headers: links.length > 0 ? { link: links.join(", ") } : {},
  };
}

export function iso(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
