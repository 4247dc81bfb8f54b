import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { release, tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { SandboxKind } from "../../../src/adapters/sandbox/choose-sandbox.ts";
import { chooseSandbox } from "../../../src/adapters/sandbox/choose-sandbox.ts";
import type { SandboxOptions } from "../../../src/adapters/sandbox/sandbox-view.ts";
import type { SandboxedProcess } from "../../../src/ports.ts";

const never = new AbortController().signal;
export const options: SandboxOptions = {
  path: process.env["PATH"] ?? "/usr/bin:/bin",
  home: process.env["HOME"] ?? null,
  readable: [],
  hidden: [],
};
const kinds: SandboxKind[] = ["bubblewrap", "namespaces", "process"];
const choices = await Promise.all(
  kinds.map(async (kind) => ({ kind, chosen: await chooseSandbox(kind, options) })),
);
export const ready = choices.flatMap(({ kind, chosen }) =>
  chosen.kind === "ready" ? [{ kind, walled: kind !== "process" }] : [],
);
for (const { chosen } of choices) {
  if (chosen.kind === "unavailable") process.stderr.write(`not tested here: ${chosen.why}\n`);
}

export function temporary(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-test-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export async function run(
  kind: SandboxKind,
  command: string,
  more: Partial<SandboxedProcess> = {},
  changed: Partial<SandboxOptions> = {},
  signal: AbortSignal = never,
) {
  const chosen = await chooseSandbox(kind, { ...options, ...changed });
  if (chosen.kind === "unavailable") throw new Error(chosen.why);
  const asked: SandboxedProcess = {
    command,
    cwd: more.cwd ?? temporary(),
    env: {},
    writable: [],
    timeoutMs: 20_000,
    maxOutputBytes: 1_000_000,
    network: "off",
    ...more,
  };
  return await chosen.sandbox.run(asked, signal);
}

/** Whether this kernel can bound root's processes (since 6.14). */
export function ownBound(): boolean {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return major > 6 || (major === 6 && minor >= 14);
}

export function processesWith(text: string): string {
  const shown = execFileSync("ps", ["-eo", "pid,stat,args"], {
    encoding: "utf8",
    maxBuffer: 256e6,
  });
  return shown
    .split("\n")
    .filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line))
    .join("\n");
}
