import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { Answer, FakeState, Request } from "./fake-routes.ts";
import { missing, routes } from "./fake-routes.ts";

/** The few routes that the App calls, stateful, on loopback. */
export async function startFakeGitHub() {
  const state = emptyState();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const text = Buffer.concat(parts).toString("utf8");
      const path = decodeURIComponent(url.pathname);
      const method = request.method ?? "GET";
      state.requests.push(`${method} ${path}`);
      const body = text === "" ? {} : JSON.parse(text);
      const answer = answerTo({ method, path, query: url.searchParams, body }, state);
      response.writeHead(answer?.status ?? 404, { "content-type": "application/json" });
      response.end(answer?.status === 204 ? undefined : JSON.stringify(answer?.data ?? {}));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { state, url: `http://127.0.0.1:${port}`, close: () => end(server) };
}

function end(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function emptyState(): FakeState {
  return {
    config: null,
    permissions: { mona: "write", maya: "maintain", trish: "triage", zed: "read" },
    refs: new Map(),
    commits: new Map(),
    comments: [],
    labels: [],
    reactions: [],
    dispatches: [],
    runs: [],
    cancelled: [],
    checks: [],
    pulls: [],
    trees: {},
    files: {},
    broken: {},
    requests: [],
  };
}

function answerTo(request: Request, state: FakeState): Answer {
  const name = `${request.method} ${request.path}`;
  const fault = Object.entries(state.broken).find(([part]) => name.includes(part));
  if (fault !== undefined) return { status: fault[1], data: { message: "fault" } };
  const route = routes.find(
    ([method, path]) => method === request.method && new RegExp(path).test(request.path),
  );
  return route === undefined ? missing : route[2](request, state);
}
