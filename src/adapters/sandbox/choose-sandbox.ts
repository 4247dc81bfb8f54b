import type { Config } from "../../domain/config.ts";
import { unreachable } from "../../domain/unreachable.ts";
import type { Sandbox } from "../../ports.ts";
import { createBubblewrapSandbox } from "./bubblewrap-sandbox.ts";
import { createNamespaceSandbox } from "./namespace-sandbox.ts";
import { createProcessSandbox } from "./process-sandbox.ts";
import type { SandboxOptions } from "./sandbox-view.ts";

export type SandboxKind = Config["sandbox"];

export type ChosenSandbox =
  | { readonly kind: "ready"; readonly sandbox: Sandbox }
  | { readonly kind: "unavailable"; readonly why: string; readonly fix: string };

/**
 * The sandbox that was asked for, tried once; `auto` takes the strongest that works here and always
 * ends with one. A kind asked for by name is never replaced by a weaker one.
 */
export async function chooseSandbox(
  kind: SandboxKind,
  options: SandboxOptions,
): Promise<ChosenSandbox> {
  const asRoot = process.getuid?.() === 0;
  switch (kind) {
    case "process":
      return { kind: "ready", sandbox: createProcessSandbox(options) };
    case "bubblewrap":
      return await tried(createBubblewrapSandbox(options, asRoot), BUBBLEWRAP_FIX);
    case "namespaces":
      return await tried(createNamespaceSandbox(options, asRoot), NAMESPACES_FIX);
    case "auto":
      return await strongest(options, asRoot);
    default:
      return unreachable(kind);
  }
}

const BUBBLEWRAP_FIX =
  "Install it (apt-get install bubblewrap) and allow user namespaces, or set `sandbox: auto`.";
const NAMESPACES_FIX =
  "Run as root or allow unprivileged user namespaces (and in a container give it CAP_SYS_ADMIN), or set `sandbox: auto`.";

async function strongest(options: SandboxOptions, asRoot: boolean): Promise<ChosenSandbox> {
  const wallsFirst = [
    createBubblewrapSandbox(options, asRoot),
    createNamespaceSandbox(options, asRoot),
  ];
  for (const sandbox of wallsFirst) {
    const chosen = await tried(sandbox, "");
    if (chosen.kind === "ready") return chosen;
  }
  return { kind: "ready", sandbox: createProcessSandbox(options) };
}

const PROBE_MS = 10_000;

/** Runs `true` with the network off, in a directory that exists everywhere. */
async function tried(sandbox: Sandbox, fix: string): Promise<ChosenSandbox> {
  const probe = {
    command: "true",
    cwd: "/usr",
    env: {},
    writable: [],
    timeoutMs: PROBE_MS,
    maxOutputBytes: 10_000,
    network: "off" as const,
  };
  try {
    const ended = await sandbox.run(probe, new AbortController().signal);
    if (ended.exitCode === 0) return { kind: "ready", sandbox };
    const said = ended.stderr.trim().split("\n").at(-1) ?? "";
    const how = ended.signal === null ? `exit ${ended.exitCode}` : ended.signal;
    return {
      kind: "unavailable",
      why: `${sandbox.name} does not work here (${how}): ${said}`,
      fix,
    };
  } catch (error) {
    // Only the machine's refusal to start it is an answer.
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const what = error.message;
    return { kind: "unavailable", why: `${sandbox.name} cannot be started: ${what}`, fix };
  }
}
