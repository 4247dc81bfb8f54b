import { existsSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Sandbox, SandboxedProcess } from "../../ports.ts";
import { bounded, KERNEL_SETTINGS, limited } from "./process-limits.ts";
import { runConfined } from "./run-confined.ts";
import type { SandboxOptions, ViewStep } from "./sandbox-view.ts";
import { createViewPlanner, VIEW_HOME, VIEW_TMP } from "./sandbox-view.ts";
import { readWatcher, watched } from "./watched.ts";

/**
 * Bubblewrap: a view of its own, own process, network, host name and IPC namespaces, no
 * capabilities, no new privileges, another user id than root's. All of it ends with the process.
 */
export function createBubblewrapSandbox(options: SandboxOptions, asRoot: boolean): Sandbox {
  const plan = createViewPlanner(options);
  const argvOf = (asked: SandboxedProcess) => {
    const env = insideEnvironment(options, asked);
    const args = bubblewrapArgs(asked, plan({ ...asked, env }), asRoot);
    // Its own are bubblewrap's first process and the watcher.
    return ["bwrap", ...args, ...watched(2, limited(options, ["sh", "-c", asked.command]))];
  };
  return {
    name: "bubblewrap",
    run: async (asked, signal) =>
      await runConfined(
        {
          ...bounded(options, asRoot, argvOf(asked)),
          cwd: asked.cwd,
          env: insideEnvironment(options, asked),
          timeoutMs: asked.timeoutMs,
          maxOutputBytes: asked.maxOutputBytes,
          told: asked,
          isWatched: true,
          survivors: readWatcher,
          // The process namespace takes every survivor with it.
          sweep: async () => undefined,
        },
        signal,
      ),
  };
}

/** What the process gets: nothing of ours, a home and a temporary directory that are thrown away. */
export function insideEnvironment(
  options: SandboxOptions,
  asked: SandboxedProcess,
): Record<string, string> {
  return {
    PATH: options.path,
    HOME: VIEW_HOME,
    TMPDIR: VIEW_TMP,
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    ...asked.env,
  };
}

function bubblewrapArgs(
  asked: SandboxedProcess,
  view: readonly ViewStep[],
  asRoot: boolean,
): string[] {
  const net = asked.network === "off" ? ["--unshare-net"] : resolverFiles();
  const user = asRoot ? ["--uid", "1000", "--gid", "1000"] : [];
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", ...user],
    ...["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ...["--dev", "/dev", "--proc", "/proc", ...coverKernelSettings()],
    ...view.flatMap(viewArgs),
    ...net,
    ...["--dir", VIEW_HOME, "--remount-ro", "/", "--chdir", asked.cwd, "--"],
  ];
}

/**
 * Root's id mapped to another is still the owner of the kernel's settings. Bubblewrap covers them
 * only where their directory is writable, which it is not for such an id though its files are.
 */
function coverKernelSettings(): string[] {
  return KERNEL_SETTINGS.flatMap((path) => ["--ro-bind-try", path, path]);
}

function viewArgs(step: ViewStep): string[] {
  switch (step.kind) {
    case "empty":
      return ["--tmpfs", step.path];
    case "mask":
      return ["--ro-bind", "/dev/null", step.path];
    case "read":
      return ["--ro-bind", step.path, step.path];
    case "write":
      return ["--bind", step.path, step.path];
    case "link":
      return ["--dir", dirname(step.path), "--symlink", step.to, step.path];
  }
}

/** With the network on, names are resolved by files that may live in the hidden /run. */
function resolverFiles(): string[] {
  if (!existsSync("/etc/resolv.conf")) return [];
  const real = realpathSync("/etc/resolv.conf");
  return real.startsWith("/run/") ? ["--ro-bind", real, real] : [];
}
