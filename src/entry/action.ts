import { readFileSync, writeSync } from "node:fs";
import { glance } from "./glance.ts";

/**
 * The front door of the Action. Small on purpose: in Actions-only mode every comment of the
 * repository starts a job, and nearly all of them end here.
 */
function seen(): ReturnType<typeof glance> {
  const path = process.env["GITHUB_EVENT_PATH"] ?? "";
  if (path === "") return { kind: "unsure" };
  const payload: unknown = JSON.parse(readFileSync(path, "utf8"));
  return glance(process.env["GITHUB_EVENT_NAME"] ?? "", payload);
}

const first = seen();
// Straight to the descriptor: making `process.stdout` costs a tenth of the whole start.
if (first.kind === "ignore") writeSync(1, `${first.why}\n`);
else await import("./action-job.ts").then(({ runJob }) => runJob());
