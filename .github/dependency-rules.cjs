/** Who may import whom. Read top to bottom: entry > adapters, forge, run > loop > gates > domain. */
const only = (folder, allowed) => ({
  name: `${folder}-may-import-only-${allowed.join("-") || "itself"}`,
  severity: "error",
  from: { path: `^src/${folder}/` },
  to: {
    path: "^src/",
    pathNot: [folder, ...allowed].map((f) => (f === "ports" ? "^src/ports[.]ts$" : `^src/${f}/`)),
  },
});

/** Libraries that only compute: no I/O, no clock. The core may use them. */
const pureLibraries = "node_modules/(zod|unified|remark-parse|remark-gfm|mdast-util-to-string|minimatch|diff|unbash|yaml|@types/mdast|@types/unist)/";

module.exports = {
  forbidden: [
    only("domain", []),
    only("gates", ["domain"]),
    only("loop", ["gates", "domain"]),
    only("report", ["domain"]),
    only("run", ["loop", "gates", "report", "ports", "domain"]),
    only("adapters", ["ports", "domain", "gates"]),
    only("forge", []),
    { name: "ports-import-only-domain", severity: "error", from: { path: "^src/ports[.]ts$" }, to: { path: "^src/", pathNot: "^src/domain/" } },
    { name: "ports-are-types-only", severity: "error", from: { path: "^src/ports[.]ts$" }, to: { dependencyTypesNot: ["type-only"] } },
    { name: "adapters-do-not-know-each-other", severity: "error", from: { path: "^src/adapters/([^/]+)/" }, to: { path: "^src/adapters/[^/]+/", pathNot: "^src/adapters/$1/" } },
    { name: "only-wire-builds-adapters", comment: "entry/wire*.ts is the composition root", severity: "error", from: { path: "^src/", pathNot: "^src/(adapters/|entry/wire[^/]*[.]ts$)" }, to: { path: "^src/adapters/" } },
    { name: "core-is-pure", comment: "no I/O, no vendor SDK", severity: "error", from: { path: "^src/(domain|gates|loop|report)/" }, to: { dependencyTypes: ["core", "npm", "npm-dev"], pathNot: pureLibraries } },
    { name: "probot-only-in-app", severity: "error", from: { path: "^src/", pathNot: "^src/entry/(app[^/]*[.]ts$|app/)" }, to: { path: "node_modules/(probot|@probot)/" } },
    { name: "actions-toolkit-only-in-action", severity: "error", from: { path: "^src/", pathNot: "^src/entry/action[^/]*[.]ts$" }, to: { path: "node_modules/@actions/" } },
    { name: "child-process-only-in-exec-and-coprocess", severity: "error", from: { path: "^src/", pathNot: "^src/(adapters/(exec|coprocess)[.]ts$|adapters/sandbox/|forge/)" }, to: { path: "^(node:)?child_process$" } },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    { name: "no-orphans", severity: "error", from: { orphan: true, path: "^src/" }, to: {} },
    { name: "no-test-code-in-src", severity: "error", from: { path: "^src/" }, to: { path: "^test/" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".mjs", ".cjs", ".d.ts"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
