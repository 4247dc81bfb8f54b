/** One check of the gate by name: its code, and a word more where one code stands for several. */
export function checkOf({ code, path, detail = "" }) {
  switch (code) {
    case "REPO_TAMPERED":
      return `${code} ${/^(refs\/(heads|tags)|hooks|remotes|modules|[^/]+\/[^/]+|[^/]+)/.exec(path)?.[0].replace(/refs\/(heads|tags)/, "refs") ?? ""}`;
    case "PATH_UNSAFE":
    case "BAD_MODE":
    case "NESTED_REPO":
      return `${code} ${detail}`.trim();
    case "HISTORY_REWRITTEN":
      return `${code} ${path}`;
    case "OUTSIDE_ALLOWLIST":
      return detail === "" ? code : `${code} ${detail}`;
    default:
      return code;
  }
}
