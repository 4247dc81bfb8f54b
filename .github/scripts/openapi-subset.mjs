/**
 * Cuts GitHub's OpenAPI description down to the operations that the embedded forge answers, with
 * everything they refer to. Descriptions and examples go; what remains is only for checking.
 *
 *   node .github/scripts/openapi-subset.mjs            writes src/forge/contract/openapi.json
 *   node .github/scripts/openapi-subset.mjs --check    fails when that file is stale
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const source = "node_modules/@octokit/openapi/generated/api.github.com.json";
const target = "src/forge/contract/openapi.json";
const full = JSON.parse(readFileSync(source, "utf8"));
const dropped = new Set([
  "description",
  "summary",
  "example",
  "examples",
  "externalDocs",
  "tags",
  "title",
]);

/** Routes as the forge's own tables write them. */
function routes() {
  const found = [];
  for (const file of readdirSync("src/forge/rest")) {
    const text = readFileSync(`src/forge/rest/${file}`, "utf8");
    for (const [, kind, method, pattern] of text.matchAll(
      /(site|repo)Route\(\s*"([A-Z]+)",\s*"([^"]*)"/g,
    )) {
      const path = (kind === "repo" ? "/repos/{owner}/{repo}" : "") + pattern.replaceAll("*", "");
      found.push([method.toLowerCase(), path]);
    }
  }
  return [...found, ["get", "/rate_limit"]];
}

/** In `properties` the keys are names of fields, so a field called "title" stays. */
function strip(value, areNames = false) {
  if (Array.isArray(value)) return value.map((one) => strip(one));
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(
    ([key]) => areNames || !(dropped.has(key) || key.startsWith("x-")),
  );
  return Object.fromEntries(
    kept.map(([key, one]) => [key, strip(one, !areNames && key === "properties")]),
  );
}

function lookUp(ref) {
  return ref
    .slice(2)
    .split("/")
    .reduce((at, key) => at[key], full);
}

const subset = { openapi: full.openapi, paths: {}, components: {} };

function copyRefs(value) {
  if (value === null || typeof value !== "object") return;
  if (typeof value.$ref === "string") {
    const [, kind, name] = value.$ref.slice(2).split("/");
    subset.components[kind] ??= {};
    if (!subset.components[kind][name]) {
      subset.components[kind][name] = strip(lookUp(value.$ref));
      copyRefs(subset.components[kind][name]);
    }
  }
  for (const one of Object.values(value)) copyRefs(one);
}

for (const [method, path] of routes()) {
  const operation = full.paths[path]?.[method];
  if (!operation) continue;
  const { requestBody, responses, operationId } = operation;
  subset.paths[path] ??= {};
  subset.paths[path][method] = strip({
    operationId,
    ...(requestBody && { requestBody }),
    responses,
  });
}
copyRefs(subset.paths);

const sorted = (value) =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)));
subset.paths = sorted(subset.paths);
for (const kind of Object.keys(subset.components)) {
  subset.components[kind] = sorted(subset.components[kind]);
}
const text = `${JSON.stringify(subset)}\n`;
if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error(`${target} is stale: run node .github/scripts/openapi-subset.mjs`);
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
  console.log(`${target}: ${Object.keys(subset.paths).length} paths, ${text.length} bytes`);
}
for (const [method, path] of routes()) {
  if (!full.paths[path]?.[method]) console.error(`not in GitHub's description: ${method} ${path}`);
}
