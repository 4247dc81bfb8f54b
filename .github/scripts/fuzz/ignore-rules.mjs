import { existsSync, lstatSync, readFileSync } from "node:fs";

const file = (dir, path) => Buffer.from(`${dir}/${path}`, "latin1");

/**
 * Whether `.gitignore` files of the work tree ignore a path that is not tracked: the rules of
 * gitignore(5) without character classes and double stars, which the programs do not write.
 */
export function isIgnored(dir, path) {
  const parts = path.split("/");
  for (let count = 1; count <= parts.length; count += 1) {
    const isDirectory = count < parts.length;
    if (isNamed(dir, parts.slice(0, count), isDirectory)) return true;
  }
  return false;
}

/** The last rule that matches decides, and a lower file comes after a higher one. */
function isNamed(dir, parts, isDirectory) {
  let ignored = false;
  for (let depth = 0; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).map((part) => `${part}/`);
    for (const rule of rulesOf(dir, `${folder.join("")}.gitignore`)) {
      if (matches(rule, parts.slice(depth), isDirectory)) ignored = !rule.negated;
    }
  }
  return ignored;
}

function rulesOf(dir, path) {
  if (!existsSync(file(dir, path)) || !lstatSync(file(dir, path)).isFile()) return [];
  const lines = readFileSync(file(dir, path), "latin1").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map(ruleOf);
}

function ruleOf(line) {
  const negated = line.startsWith("!");
  const body = line.replace(/^!/, "");
  const pattern = body.replace(/\/$/, "");
  const escaped = pattern.replace(/^\//, "").replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return {
    negated,
    onlyDirectories: body.endsWith("/"),
    anchored: pattern.includes("/"),
    expression: new RegExp(`^${escaped.replaceAll("*", "[^/]*").replaceAll("?", "[^/]")}$`, "s"),
  };
}

function matches({ onlyDirectories, anchored, expression }, parts, isDirectory) {
  if (onlyDirectories && !isDirectory) return false;
  return expression.test(anchored ? parts.join("/") : parts.at(-1));
}
