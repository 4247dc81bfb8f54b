import { PRINTED, UNKNOWN } from "./words.ts";

const systemDirectories = new Set(
  "bin boot dev etc lib lib32 lib64 libx32 proc root run sbin sys usr var System Library Windows".split(
    " ",
  ),
);

/** Directories of which single children are somebody's own, but not the directory or a child itself. */
const shared = new Set("home Users opt srv mnt media private Volumes".split(" "));

const ownSecrets =
  /^(\.ssh|\.gnupg|\.aws|\.config|\.kube|\.docker|\.bashrc|\.profile|\.bash_profile|\.zshrc|\.netrc|\.gitconfig|\.npmrc)$/;

/** Whether losing or writing what a path names would hurt more than the repository's own files. */
export function isCritical(path: string): boolean {
  const plain = withoutDots(path);
  if (plain.startsWith("/")) return isCriticalAbsolute(plain.slice(1).split("/"));
  if (/^~[^/]*$/.test(plain)) return true;
  if (plain.startsWith("~")) return isCriticalBelowHome(plain.split("/").slice(1));
  if (/^[A-Za-z]:[\\/]*\*?$/.test(plain)) return true;
  const first = plain.split("/")[0] ?? "";
  return first === ".." || /^\.git(?![\w.-])/i.test(plain);
}

/** Whether a path names all of the repository, or whatever stands where a value may be empty. */
export function isEverything(path: string): boolean {
  const plain = withoutDots(path);
  if (/^(\*{0,2}|\.\*|\.\[[!^.]+\]\*|\.\?\?\*)$/.test(plain)) return true;
  return isMaybeRoot(plain);
}

/** `"$DIR"/*` is the root when the variable is empty. */
function isMaybeRoot(path: string): boolean {
  const [first = "", ...rest] = path.split("/");
  const isUnsure = first === UNKNOWN || first === PRINTED;
  return isUnsure && rest.length > 0 && rest.every((part) => /^(\**|\.\*)$/.test(part));
}

function isCriticalAbsolute(parts: readonly string[]): boolean {
  const [top = "", ...below] = parts.filter((part) => part !== "*");
  if (top === "" || below.length === 0) return true;
  if (top === "tmp" || isTemporary(top, below)) return false;
  if (/[*?[]/.test(top)) return true;
  return systemDirectories.has(top) || (shared.has(top) && below.length < 2);
}

function isTemporary(top: string, below: readonly string[]): boolean {
  if (top === "var") return below[0] === "tmp" && below.length > 1;
  return top === "dev" && below[0] === "shm" && below.length > 1;
}

function isCriticalBelowHome(parts: readonly string[]): boolean {
  const [first = ""] = parts;
  return first === "" || first === "*" || first === ".*" || ownSecrets.test(first);
}

/** Without "." parts, doubled slashes and what ".." takes back; never above the top. */
function withoutDots(path: string): string {
  const isAbsolute = path.startsWith("/");
  const out: string[] = [];
  for (const part of path.split("/").filter((name) => name !== "" && name !== ".")) {
    const isBack = part === ".." && (isAbsolute || !["..", undefined].includes(out.at(-1)));
    if (isBack) out.pop();
    else out.push(part);
  }
  return (isAbsolute ? "/" : "") + out.join("/");
}

/** Devices that anybody may write to and nothing is lost by. */
const harmless =
  /^\/dev\/(null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/\d+|shm\/.+|pts\/.+)$/;

/** What writing to a path would be: to a device, the network, a system path, or nothing bad. */
export function judgeWrite(path: string): "device" | "remote_shell" | "system_path" | null {
  const plain = path.startsWith("/") ? withoutDots(path) : path;
  if (/^\/dev\/(tcp|udp)\//.test(plain)) return "remote_shell";
  if (harmless.test(plain) || /^\/proc\/self\/fd\/\d+$/.test(plain)) return null;
  if (plain.startsWith("/dev/") || plain === "/dev") return "device";
  // Beside the repository, as after `cd packages/a`, is no system path.
  return !plain.startsWith("..") && isCritical(plain) ? "system_path" : null;
}
