import type { Config } from "../../domain/config.ts";
import { unreachable } from "../../domain/unreachable.ts";
import type { Sandbox } from "../../ports.ts";
import { createBubblewrapSandbox } from "./bubblewrap-sandbox.ts";
import { createNamespaceSandbox } from "./namespace-sandbox.ts";
import { createProcessSandbox } from "./process-sandbox.ts";
import type { SandboxOptions } from "./sandbox-view.ts";

export type SandboxKind = Config["sandbox"];

/** A kind of walls, from strong to none. */
export type SandboxTier = Exclude<SandboxKind, "auto">;

export type ChosenSandbox =
  | { readonly kind: "ready"; readonly sandbox: Sandbox; readonly tier: SandboxTier }
  | { readonly kind: "unavailable"; readonly why: string; readonly fix: string };

/** A sandbox of a kind that is known to work here, with a view of its own. */
export function createSandbox(tier: SandboxTier, options: SandboxOptions): Sandbox {
  const asRoot = process.getuid?.() === 0;
  switch (tier) {
    case "process":
      return createProcessSandbox(options);
    case "bubblewrap":
      return createBubblewrapSandbox(options, asRoot);
    case "namespaces":
      return createNamespaceSandbox(options, asRoot);
    default:
      return unreachable(tier);
  }
}

/**
 * The sandbox that was asked for, tried once; `auto` takes the strongest that works here and always
 * ends with one. A kind asked for by name is never replaced by a weaker one.
 */
export async function chooseSandbox(
  kind: SandboxKind,
  options: SandboxOptions,
): Promise<ChosenSandbox> {
  return kind === "auto" ? await strongest(options) : await tried(kind, options);
}

const FIXES: Readonly<Record<SandboxTier, string>> = {
  bubblewrap:
    "Install it (apt-get install bubblewrap) and allow user namespaces, or set `sandbox: auto`.",
  namespaces:
    "Run as root or allow unprivileged user namespaces (and in a container give it CAP_SYS_ADMIN), or set `sandbox: auto`.",
  process: "",
};

async function strongest(options: SandboxOptions): Promise<ChosenSandbox> {
  for (const tier of ["bubblewrap", "namespaces"] as const) {
    const chosen = await tried(tier, options);
    if (chosen.kind === "ready") return chosen;
  }
  return await tried("process", options);
}

const PROBE_MS = 10_000;

/** Runs `true` with the network off, in a directory that exists everywhere; what has no walls is not tried. */
async function tried(tier: SandboxTier, options: SandboxOptions): Promise<ChosenSandbox> {
  const sandbox = createSandbox(tier, options);
  if (tier === "process") return { kind: "ready", sandbox, tier };
  const fix = FIXES[tier];
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
    if (ended.exitCode === 0) return { kind: "ready", sandbox, tier };
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
