import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, release, totalmem } from "node:os";
import type { SandboxOptions } from "./sandbox-view.ts";

/** Largest file a run may write. */
const FILE_BYTES = 4 * 1024 ** 3;

/** Processes and threads of one run: enough for a runner with a worker a core and their threads. */
function mostProcesses(options: SandboxOptions): number {
  return options.maxProcesses ?? 768 + 128 * availableParallelism();
}

/**
 * The limit for a user who is not root. Where the kernel counts all that the user runs, and not what
 * runs in this namespace alone, the limit is above what runs already.
 */
function processLimit(options: SandboxOptions): number {
  return mostProcesses(options) + (options.maxProcesses === undefined ? running() : 0);
}

/** Processes and threads on this machine, by the kernel's own count. */
function running(): number {
  const [, count] = /\/(\d+) /.exec(readFileSync("/proc/loadavg", "utf8")) ?? [];
  return Number(count ?? 0);
}

/** Places in /proc through which the machine itself is set; never writable inside. */
export const KERNEL_SETTINGS = [
  "/proc/sys",
  "/proc/sysrq-trigger",
  "/proc/irq",
  "/proc/bus",
  "/proc/fs",
  "/proc/acpi",
  "/proc/scsi",
];

/**
 * The command under rlimits: processes, file size, private memory (three quarters of the machine;
 * not address space, which runtimes reserve by the terabyte), no core files.
 */
export function limited(options: SandboxOptions, command: readonly string[]): string[] {
  const prlimit = ["/usr/bin/prlimit", "/bin/prlimit"].find((file) => existsSync(file));
  if (prlimit === undefined) return [...command];
  return [
    prlimit,
    `--nproc=${processLimit(options)}`,
    `--fsize=${FILE_BYTES}`,
    `--data=${Math.floor(totalmem() * 0.75)}`,
    "--core=0",
    "--",
    ...command,
  ];
}

/**
 * RLIMIT_NPROC does not bind root, even as another id of a user namespace. Since Linux 6.14 a
 * process namespace has a `pid_max` of its own (before, writing it would change the machine's), so
 * root's sandbox starts inside one more. Older kernels leave root with the time limit alone.
 */
export function bounded(
  options: SandboxOptions,
  asRoot: boolean,
  argv: readonly string[],
): { readonly file: string; readonly args: readonly string[] } {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  if (!asRoot || major < 6 || (major === 6 && minor < 14)) return mortal(argv);
  // 301 is the least that the kernel takes.
  const most = String(Math.max(301, mostProcesses(options)));
  const script = 'echo "$1" > /proc/sys/kernel/pid_max && shift && exec "$@"';
  const namespace = ["--pid", "--fork", "--kill-child=KILL", "--"];
  return mortal(["unshare", ...namespace, "sh", "-c", script, "sandbox", most, ...argv]);
}

/** Dies with the loop, also when the loop is killed and can end nothing itself. */
function mortal(argv: readonly string[]): { readonly file: string; readonly args: string[] } {
  const [file = "sh", ...args] = argv;
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  if (setpriv === undefined) return { file, args };
  return { file: setpriv, args: ["--pdeathsig", "KILL", "--", ...argv] };
}
