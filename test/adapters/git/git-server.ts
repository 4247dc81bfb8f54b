import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { git, PATH } from "./local-repository.ts";

export interface GitServer {
  readonly url: string;
  /** Authorization headers as they came, null where there was none. */
  readonly seen: (string | null)[];
}

/** Serves a bare repository by git's own smart HTTP backend, to whoever has the token. */
export async function serveGit(bare: string, token: string): Promise<GitServer> {
  git(bare, "config", "http.receivepack", "true");
  const seen: (string | null)[] = [];
  const expected = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? null);
    if (request.headers.authorization === expected) return backend(bare, request, response);
    response.writeHead(401, { "www-authenticate": "Basic" }).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/acme/shop.git`, seen };
}

function backend(bare: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://localhost");
  const { headers } = request;
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROJECT_ROOT: bare,
      PATH_INFO: url.pathname.replace("/acme/shop.git", ""),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: String(headers["content-encoding"] ?? ""),
      GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
      REMOTE_USER: "bot",
    },
  });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.on("close", () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf("\r\n\r\n");
    const lines = all.subarray(0, end).toString("utf8").split("\r\n");
    let status = 200;
    for (const line of lines) {
      const [name = "", value = ""] = line.split(": ");
      if (name === "Status") status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status).end(all.subarray(end + 4));
  });
}
