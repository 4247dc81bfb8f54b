import type { Stats } from "node:fs";
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Part of the machine that every process may see, or a link that leads into such a part. */
export type SystemPart =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly to: string };

/** The operating system: programs, libraries, settings, and what language packages put elsewhere. */
const SYSTEM = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/etc",
  "/nix/store",
  "/gnu/store",
  "/sys/devices/system",
  "/var/cache/fontconfig",
  "/var/lib/gems",
  "/var/lib/ghc",
  "/var/lib/texmf",
];

/** What of the system there is here. On a merged /usr, /bin and its like are links and stay links. */
export function systemParts(): SystemPart[] {
  return SYSTEM.flatMap((path): SystemPart[] => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    if (found.isSymbolicLink()) return [{ kind: "link", path, to: readlinkSync(path) }];
    return found.isDirectory() ? [{ kind: "read", path }] : [];
  });
}

/** Places in /etc that hold credentials by their nature, whoever may read them. */
const SECRET =
  /^(?:shadow|gshadow|sudoers|ssh|docker|kubernetes|rancher|letsencrypt|wireguard|openvpn|NetworkManager|netrc|gitconfig|environment|vault|cloud|krb5\.keytab|amazon|ppp|puppet|chef|salt)(?:[-.].*)?$|^(?:apt\/auth\.conf.*|ssl\/private|mysql\/debian\.cnf)$/;

/**
 * What of /etc is not shown: secrets by name, and whatever not everybody may read. Root's sandbox
 * would read it all, because its other user id is root's to the kernel.
 */
export function etcSecrets(etc = "/etc"): string[] {
  return secretsBelow(etc, "");
}

function secretsBelow(etc: string, below: string): string[] {
  return namesIn(join(etc, below)).flatMap((name) => {
    const part = below === "" ? name : `${below}/${name}`;
    const path = join(etc, part);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink()) return [];
    if (SECRET.test(part) || isPrivate(found)) return [path];
    return found.isDirectory() ? secretsBelow(etc, part) : [];
  });
}

function isPrivate(found: Stats): boolean {
  const needed = found.isDirectory() ? 0o005 : 0o004;
  return (found.mode & needed) !== needed;
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    // Unreadable to us, so to what runs inside as well.
    return [];
  }
}
