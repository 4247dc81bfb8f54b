import type { IncomingMessage, ServerResponse } from "node:http";
import type { World } from "../world.ts";

export async function servePage(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", world.url);
  const report = world.reports.get(decodeURI(pathname));
  response.writeHead(report === undefined ? 404 : 200, {
    "content-type": "text/html; charset=utf-8",
  });
  response.end(report ?? "Not Found");
}
