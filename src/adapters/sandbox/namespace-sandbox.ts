import { existsSync } from "node:fs";
import type { Sandbox, SandboxedProcess } from "../../ports.ts";
import { insideEnvironment } from "./bubblewrap-sandbox.ts";
import { bounded, KERNEL_SETTINGS, limited } from "./process-limits.ts";
import { runConfined } from "./run-confined.ts";
import type { SandboxOptions, ViewStep } from "./sandbox-view.ts";
import { createViewPlanner, VIEW_HOME } from "./sandbox-view.ts";
import { readWatcher, watched } from "./watched.ts";

/**
 * The same walls as bubblewrap's, built with util-linux: root makes the namespaces directly, others
 * through a user namespace. Inside, the command has another user id, no capability and cannot gain
 * any.
 */
export function createNamespaceSandbox(options: SandboxOptions, asRoot: boolean): Sandbox {
  const plan = createViewPlanner(options);
  const argvOf = (asked: SandboxedProcess) => {
    const env = insideEnvironment(options, asked);
    const inside = { ...asked, env };
    return ["unshare", ...namespaceArgs(options, inside, plan(inside), asRoot)];
  };
  return {
    name: "namespaces",
    run: async (asked, signal) =>
      await runConfined(
        {
          ...bounded(options, asRoot, argvOf(asked)),
          cwd: "/",
          // The walls are built by trusted programs, before anything that the repository chose.
          env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
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

/** Where the new root is put together: a directory that is there, and that nothing is taken from. */
function assemblyPoint(view: readonly ViewStep[]): string {
  const taken = view.filter(({ kind }) => kind === "read" || kind === "write");
  const isFree = (dir: string) =>
    existsSync(dir) && !taken.some(({ path }) => `${path}/`.startsWith(`${dir}/`));
  return ["/mnt", "/media", "/srv", "/opt", "/boot", "/home", "/var/tmp"].find(isFree) ?? "/run";
}

function namespaceArgs(
  options: SandboxOptions,
  asked: SandboxedProcess,
  view: readonly ViewStep[],
  asRoot: boolean,
): string[] {
  const steps = view.flatMap((step) => [step.kind, step.path, step.kind === "link" ? step.to : ""]);
  const env = Object.entries(asked.env).map(([key, value]) => `${key}=${value}`);
  const ids = asRoot ? "1000" : String(process.getuid?.() ?? 1000);
  const unprivileged = ["setpriv", "--no-new-privs", "--"];
  const inner = ["unshare", "--user", `--map-user=${ids}`, `--map-group=${ids}`, "--"];
  return [
    ...(asRoot ? [] : ["--user", "--map-root-user"]),
    ...["--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child=KILL"],
    ...(asked.network === "off" ? ["--net"] : []),
    ...["--", "sh", "-c", BUILD, "sandbox"],
    ...[assemblyPoint(view), asked.network, KERNEL_SETTINGS.join(" "), VIEW_HOME, asked.cwd],
    ...[String(view.length), ...steps],
    // Its own are the shell that built the view and the watcher.
    ...watched(2, [
      ...["setsid", ...limited(options, [...inner, ...unprivileged])],
      ...["env", "-i", ...env, "sh", "-c", asked.command],
    ]),
  ];
}

/**
 * Builds the view and runs the command in it; the shell stays as the namespace's first process, so
 * that its end is everybody's. Constant text: paths and the command are arguments, never part of it.
 */
const BUILD = `
set -e
root=$1 network=$2 settings=$3 home=$4 cwd=$5 count=$6
shift 6
if [ "$network" = off ]; then
  ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || perl -e '
    socket(my $s, 2, 2, 0) or exit 1; my $r = pack("a16 s x14", "lo", 1);
    ioctl($s, 0x8914, $r) or exit 1'
fi
# What is read is read-only with everything that is mounted below it, such as a container's files.
read_only() {
  while read -r _ _ _ _ point flags _; do
    case $point in *\\\\*) point=$(printf '%b' "$point") ;; esac
    case $point in
      "$1" | "$1"/*) mount -o "remount,bind,ro,\${flags#r?,}" "$point" ;;
    esac
  done < /proc/self/mountinfo
}
mount -t tmpfs -o nosuid,nodev,mode=755 tmpfs "$root"
mkdir "$root/proc" "$root/dev"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
for path in $settings; do
  [ ! -e "$root$path" ] || mount --bind -o ro "$root$path" "$root$path"
done
mount -t tmpfs -o nosuid,mode=755 tmpfs "$root/dev"
if ! (cd /dev && cp -a null zero full random urandom tty "$root/dev") 2>/dev/null; then
  for name in null zero full random urandom tty; do
    : > "$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
  done
fi
mkdir -m 1777 "$root/dev/shm" "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx /proc/self/fd "$root/dev"
(cd "$root/dev" && ln -s fd/0 stdin && ln -s fd/1 stdout && ln -s fd/2 stderr)
while [ "$count" -gt 0 ]; do
  case $1 in
    empty) mkdir -p "$root$2"; mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs "$root$2" ;;
    mask) mount --bind -o ro,nodev /dev/null "$root$2" ;;
    link) [ -d "$root\${2%/*}" ] || mkdir -p "$root\${2%/*}"; [ -e "$root$2" ] || ln -s "$3" "$root$2" ;;
    *)
      if [ -d "$2" ]; then [ -d "$root$2" ] || mkdir -p "$root$2"
      else [ -d "$root\${2%/*}" ] || mkdir -p "$root\${2%/*}"; : >> "$root$2"; fi
      mount --rbind "$2" "$root$2"
      [ "$1" = write ] || read_only "$root$2"
      ;;
  esac
  shift 3
  count=$((count - 1))
done
mkdir -p "$root$home"
mount -o remount,ro,nosuid,nodev "$root"
cd "$root"
pivot_root . .
umount -l .
cd "$cwd"
set +e
"$@"
exit $?
`;
