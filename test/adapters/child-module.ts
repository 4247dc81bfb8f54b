import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

export const SOURCE = resolve(import.meta.dirname, "../../src");
const VITE = resolve(import.meta.dirname, "../../node_modules/vite/dist/node/index.js");

/** Loads TypeScript on every Node that the suite runs on. */
const LOADER = `
import { createServer, createServerModuleRunner } from ${JSON.stringify(VITE)};
const server = await createServer({ configFile: false, logLevel: "silent", optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null } });
const { main } = await createServerModuleRunner(server.environments.ssr, { hmr: false }).import(process.argv[1]);
await main(...process.argv.slice(2));`;

/** A process of its own, in its own session, that runs `main(...args)` of a module, to be killed. */
export function startModule(code: string, args: readonly string[]): ChildProcess {
  const dir = mkdtempSync(join(tmpdir(), "child-module-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, "module.mjs");
  writeFileSync(file, code);
  return spawn(process.execPath, ["--input-type=module", "-e", LOADER, file, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
}

export async function closed(child: ChildProcess): Promise<void> {
  await new Promise<void>((done) => child.on("close", () => done()));
}
