import { isProtectedPath } from "./protected-paths.ts";

/** Why a path may not stand in an allowlist; null when it may. Rules: security.md 1.4, P cases. */
export function unsafePath(path: string): string | null {
  if (path === "" || path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "is not relative";
  if (/[*?[\]{}]/.test(path)) return "is a pattern; list exact paths";
  if (/\p{C}/u.test(path) || path !== path.normalize("NFC")) return "has invisible characters";
  if (path.includes("\\")) return "has a backslash";
  const parts = path.replace(/\/$/, "").split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "is not a plain path below the repository";
  if (parts.some((part) => /^\.git$/i.test(part) || /[. ]$/.test(part)))
    return "has a part that git or a file system would read as another name";
  return null;
}

/** Whether `/tdd allow` may open a path: what decides how things run needs a line in the issue itself. */
export function mayBeAllowed(path: string): boolean {
  return unsafePath(path) === null && !isProtectedPath(path) && !path.endsWith("/");
}
