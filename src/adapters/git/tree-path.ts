/** Why a path must not be in a commit, or null. Odd but honest names (spaces, quotes, ü) are fine. */
export function unsafePath(bytes: Buffer): string | null {
  const path = bytes.toString("utf8");
  if (!Buffer.from(path, "utf8").equals(bytes)) return "is not UTF-8";
  if (/\p{Cc}/u.test(path)) return "has a control character";
  if (INVISIBLE.test(path)) return "has an invisible character";
  if (path.split("/").some(isDotGit)) return "spells .git";
  return null;
}

/** Format characters, variation selectors and fillers that two different names can differ by. */
const INVISIBLE = /\p{Cf}|[\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0e]/u;

/** Also as HFS+ and NTFS read it: other case, ignored characters, streams, short names. */
function isDotGit(part: string): boolean {
  const plain = part
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase()
    .replace(/[:\\].*$/u, "")
    .replace(/[. ]+$/u, "");
  return plain === ".git" || plain === "git~1";
}
