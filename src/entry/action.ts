import { readFileSync, writeSync } from "node:fs";
import { glance } from "./glance.ts";

/**
 * The front door of the Action. Small on purpose: in Actions-only mode every comment of the
 * repository starts a job, and nearly all of them end here.
 */
async function enter(): Promise<void> {
  const path = process.env["GITHUB_EVENT_PATH"] ?? "";
  const eventName = process.env["GITHUB_EVENT_NAME"] ?? "";
  const payload: unknown = path === "" ? null : JSON.parse(readFileSync(path, "utf8"));
  const first = path === "" ? null : glance(eventName, payload);
  // Straight to the descriptor: making `process.stdout` costs a tenth of the whole start.
  if (first?.kind === "ignore") return void writeSync(1, `${first.why}\n`);
  const { askFirst } = await import("./wire-first-question.ts");
  const early = askFirst(eventName, payload, process.env);
  const { runJob } = await import("./action-job.ts");
  await runJob(early);
}

await enter();
