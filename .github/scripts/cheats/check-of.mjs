/** One check of the gate by name: its code, and a word more where one code stands for several. */
export function checkOf({ code, path, detail = "" }) {
  switch (code) {
    case "REPO_TAMPERED":
      return `${code} ${pieceOf(path)}`;
    case "PATH_UNSAFE":
    case "BAD_MODE":
    case "NESTED_REPO":
      return `${code} ${detail}`.trim();
    case "HISTORY_REWRITTEN":
      return `${code} ${path}`;
    case "OUTSIDE_ALLOWLIST":
      return detail === "" ? code : `${code} ${detail}`;
    case "COPY_DIFFERS":
      return detail === "others_fail" ? `${code} ${detail}` : code;
    default:
      return code;
  }
}

/** What of a repository was tampered with. Where it is can be told in two ways: it is one comparison. */
function pieceOf(path) {
  if (path === ".git-kind" || path === "gitfile") return "place";
  if (/^(rebase-|sequencer|BISECT_|[A-Z_]+_HEAD$)/.test(path)) return "operation";
  if (/^refs\/(heads|tags)\//.test(path)) return "refs";
  return /^(hooks|remotes|modules|[^/]+\/[^/]+|[^/]+)/.exec(path)?.[0] ?? "";
}
