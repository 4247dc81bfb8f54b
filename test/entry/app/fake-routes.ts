/** What the fake keeps, open for tests to arrange and to look at. */
export interface FakeState {
  config: string | null;
  permissions: Record<string, string>;
  refs: Map<string, string>;
  commits: Map<string, string>;
  comments: { id: number; body: string; user: { login: string } }[];
  labels: string[];
  reactions: string[];
  dispatches: { ref: string; inputs: Record<string, string> }[];
  runs: { id: number; status: string; display_title: string; html_url: string }[];
  cancelled: number[];
  checks: {
    id: number;
    name: string;
    head_sha: string;
    conclusion: string;
    [key: string]: unknown;
  }[];
  /** Pull requests by number, as the API shows them. */
  pulls: { number: number; state: string; head: Head; base: Head; body?: string | null }[];
  trees: Record<string, { path: string; mode: string; type: string; sha: string }[]>;
  /** Files by "ref:path". */
  files: Record<string, string>;
  /** Status that a route answers instead, by "METHOD path-part". */
  broken: Record<string, number>;
  requests: string[];
}

interface Head {
  ref: string;
  sha: string;
  repo: { id: number } | null;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
}

export type Answer = { status: number; data?: unknown } | null;
export type Route = (request: Request, state: FakeState) => Answer;

const ok = (data: unknown): Answer => ({ status: 200, data });
const made = (data: unknown): Answer => ({ status: 201, data });
export const missing: Answer = { status: 404, data: { message: "Not Found" } };
const R = "^/repos/acme/shop";

const last = (path: string) => path.split("/").at(-1) ?? "";
const fileOf = (state: FakeState, request: Request): Answer => {
  const path = request.path.split("/contents/")[1] ?? "";
  const ref = request.query.get("ref");
  const text =
    ref === null && path === ".github/tdd-loop.yml"
      ? state.config
      : (state.files[`${ref}:${path}`] ?? null);
  if (text === null) return missing;
  return ok({ type: "file", encoding: "base64", content: Buffer.from(text).toString("base64") });
};

export const routes: readonly [string, string, Route][] = [
  ["GET", "^/app$", () => ok({ id: 1, slug: "tdd-loop" })],
  ["GET", "^/apps/", (r) => ok({ id: last(r.path) === "listed" ? 42 : 7 })],
  [
    "POST",
    "^/app/installations/",
    () => made({ token: "ghs_fake", expires_at: "2999-01-01T00:00:00Z" }),
  ],
  ["GET", `${R}/contents/`, (r, s) => fileOf(s, r)],
  [
    "GET",
    `${R}/collaborators/`,
    (r, s) => {
      const role = s.permissions[r.path.split("/").at(-2) ?? ""] ?? "none";
      return ok({ permission: role, role_name: role });
    },
  ],
  [
    "GET",
    `${R}/commits/[^/]+/pulls$`,
    (r, s) => ok(s.pulls.filter((pr) => pr.head.sha === r.path.split("/").at(-2))),
  ],
  [
    "GET",
    `${R}/commits/[^/]+/check-runs$`,
    (r, s) => ok({ check_runs: s.checks.filter((c) => c.head_sha === r.path.split("/").at(-2)) }),
  ],
  [
    "GET",
    `${R}/commits/`,
    () => ok({ sha: "h".repeat(40), commit: { tree: { sha: "t".repeat(40) } } }),
  ],
  [
    "POST",
    `${R}/git/commits$`,
    (r, s) => {
      const sha = `c${s.commits.size}`;
      s.commits.set(sha, String(r.body["message"]));
      return made({ sha });
    },
  ],
  [
    "GET",
    `${R}/git/commits/`,
    (r, s) => {
      const date = "2020-01-01T00:00:00Z";
      const sha = last(r.path);
      return ok({
        sha,
        message: s.commits.get(sha) ?? "",
        committer: { date },
        tree: { sha: `tree-of-${sha}` },
      });
    },
  ],
  [
    "POST",
    `${R}/git/refs$`,
    (r, s) => {
      const ref = String(r.body["ref"]);
      if (s.refs.has(ref)) return { status: 422, data: { message: "Reference already exists" } };
      s.refs.set(ref, String(r.body["sha"]));
      return made({ ref, object: { sha: r.body["sha"] } });
    },
  ],
  [
    "GET",
    `${R}/git/ref/`,
    (r, s) => {
      const sha = s.refs.get(`refs/${r.path.split("/git/ref/")[1]}`);
      return sha === undefined ? missing : ok({ object: { sha } });
    },
  ],
  [
    "DELETE",
    `${R}/git/refs/`,
    (r, s) =>
      s.refs.delete(`refs/${r.path.split("/git/refs/")[1]}`)
        ? { status: 204 }
        : { status: 422, data: { message: "Reference does not exist" } },
  ],
  ["GET", `${R}/git/trees/`, (r, s) => ok({ truncated: false, tree: s.trees[last(r.path)] ?? [] })],
  [
    "GET",
    `${R}/compare/`,
    () => ok({ merge_base_commit: { sha: "base", commit: { tree: { sha: "tree-of-base" } } } }),
  ],
  [
    "POST",
    "/reactions$",
    (r, s) => {
      s.reactions.push(
        `${r.path.replace("/repos/acme/shop/issues/", "")} ${String(r.body["content"])}`,
      );
      return made({});
    },
  ],
  ["GET", `${R}/issues/\\d+/comments$`, (_r, s) => ok(s.comments)],
  [
    "POST",
    `${R}/issues/\\d+/comments$`,
    (r, s) => {
      const comment = {
        id: s.comments.length + 1,
        body: String(r.body["body"]),
        user: { login: "tdd-loop[bot]" },
      };
      s.comments.push(comment);
      return made(comment);
    },
  ],
  [
    "PATCH",
    `${R}/issues/comments/`,
    (r, s) => {
      const found = s.comments.find((c) => String(c.id) === last(r.path));
      if (found === undefined) return missing;
      found.body = String(r.body["body"]);
      return ok(found);
    },
  ],
  ["GET", `${R}/labels/`, () => ok({})],
  [
    "POST",
    `${R}/issues/\\d+/labels$`,
    (r, s) => {
      s.labels = [...new Set([...s.labels, ...(r.body["labels"] as string[])])];
      return ok(s.labels.map((name) => ({ name })));
    },
  ],
  [
    "DELETE",
    `${R}/issues/\\d+/labels/`,
    (r, s) => {
      s.labels = s.labels.filter((name) => name !== last(r.path));
      return ok([]);
    },
  ],
  [
    "POST",
    `${R}/actions/workflows/[^/]+/dispatches$`,
    (r, s) => {
      s.dispatches.push(r.body as unknown as FakeState["dispatches"][number]);
      const id = s.dispatches.length;
      const number = s.dispatches.at(-1)?.inputs["issue"];
      s.runs.push({
        id,
        status: "queued",
        display_title: `tdd-loop #${number}`,
        html_url: `http://run/${id}`,
      });
      return { status: 204 };
    },
  ],
  ["GET", `${R}/actions/workflows/[^/]+/runs$`, (_r, s) => ok({ workflow_runs: s.runs })],
  [
    "POST",
    `${R}/actions/runs/\\d+/cancel$`,
    (r, s) => {
      s.cancelled.push(Number(r.path.split("/").at(-2)));
      return { status: 202, data: {} };
    },
  ],
  [
    "POST",
    `${R}/check-runs$`,
    (r, s) => {
      const check = { ...r.body, id: s.checks.length + 1 } as FakeState["checks"][number];
      s.checks.push(check);
      return made(check);
    },
  ],
  [
    "PATCH",
    `${R}/check-runs/`,
    (r, s) => {
      const found = s.checks.find((c) => String(c.id) === last(r.path));
      if (found !== undefined) Object.assign(found, r.body);
      return found === undefined ? missing : ok(found);
    },
  ],
  [
    "GET",
    `${R}/pulls/`,
    (r, s) => {
      const found = s.pulls.find((pr) => String(pr.number) === last(r.path));
      return found === undefined ? missing : ok(found);
    },
  ],
];
