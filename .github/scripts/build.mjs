/**
 * Builds dist/: four ES modules (three front doors and the agents' process) that run on Node 20.19 or
 * newer without node_modules and without this repository. What is heavy stays in chunks that are loaded when they are needed.
 * Usage: node .github/scripts/build.mjs [OUT_DIR]
 */
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = resolve(process.argv[2] ?? join(root, "dist"));
/** Put in place when it is whole: what runs from the old one is not without its files for a second. */
const out = join(dirname(target), `.${basename(target)}.building`);

/** Small files that read a neighbour while developing; the build puts the text itself in their place. */
const embedded = {
  "src/entry/version.ts": async () => {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    return `export const version = () => ${JSON.stringify(version)};`;
  },
  // Beside the bundles or in their chunks: the agent's process is a bundle of its own.
  "src/entry/reader-path.ts": async () =>
    `import { fileURLToPath } from "node:url";
const here = import.meta.url;
const place = /[/]chunks[/][^/]+$/.test(here) ? "../reader.js" : "./reader.js";
export const readerPath = () => fileURLToPath(new URL(place, here));`,
  "src/adapters/surface/wasm-directory.ts": async () =>
    `import { fileURLToPath } from "node:url";
const here = import.meta.url;
const place = /[/]chunks[/][^/]+$/.test(here) ? "../grammars" : "./grammars";
export const wasmDirectory = () => fileURLToPath(new URL(place, here));`,
  "src/entry/prompt-texts.ts": async () => {
    const texts = await textsOf("prompts", (file) => basename(file, ".md"));
    return textModule("promptText", texts);
  },
  "src/entry/example-texts.ts": async () => {
    const texts = await textsOf(".github/examples", basename);
    return textModule("exampleText", texts);
  },
};

function textModule(exported, texts) {
  return `const texts = ${texts};
export function ${exported}(name) {
  if (!Object.hasOwn(texts, name)) throw new Error(\`Bug: no text is named \${name}.\`);
  return texts[name];
}`;
}

async function textsOf(folder, nameOf) {
  const files = (await readdir(join(root, folder)).catch(() => [])).sort();
  const entries = files.map(async (file) => [
    nameOf(file),
    await readFile(join(root, folder, file), "utf8"),
  ]);
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)));
}

const embedTexts = {
  name: "embed-texts",
  load: (id) => embedded[id.slice(root.length)]?.().then((code) => ({ code, moduleType: "js" })),
};

const firstRequest = [
  "entry/wire-first-question",
  "entry/early-answer",
  "adapters/github/look-ahead-query",
  "domain/actor",
  "domain/config-path",
].map((name) => join(root, "src", `${name}.ts`));
const isOfFirstRequest = (id) => firstRequest.includes(id);

/** Probot's queue looks for an optional Redis client by eval; nothing of ours does. */
function refuseWarnings(_level, log) {
  if (log.code === "EVAL" && log.id?.includes("/bottleneck/")) return;
  throw new Error(`rolldown: ${log.message}`);
}

const treeSitter = join(root, "node_modules/@vscode/tree-sitter-wasm");

/** The parser as it is, and the grammars of the languages that the sources name; loaded when they are needed. */
async function copyGrammars() {
  const sources = join(root, "src/adapters/surface");
  const texts = (await readdir(sources)).map((file) => readFile(join(sources, file), "utf8"));
  const named = (await Promise.all(texts)).join("\n").matchAll(/"(tree-sitter(?:-[a-z-]+)?)"/g);
  const files = [...new Set([...named].map(([, grammar]) => `${grammar}.wasm`))].sort();
  await mkdir(join(out, "grammars"));
  for (const name of ["tree-sitter.js", ...files]) {
    await copyFile(join(treeSitter, "wasm", name), join(out, "grammars", name));
    await chmod(join(out, "grammars", name), 0o644);
  }
  await writeFile(join(out, "grammars/package.json"), '{ "type": "commonjs" }\n');
}

async function existing(names) {
  const files = await readdir(join(root, "src/entry"));
  return names.filter((name) => files.includes(`${name}.ts`));
}

/** The licence texts of all packages that went into the bundle; most of them ask for that. */
async function licences(chunks) {
  const folders = chunks
    .flatMap((chunk) => chunk.moduleIds ?? [])
    .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  const texts = [...new Set([...folders, treeSitter])].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(
      await readFile(join(folder, "package.json"), "utf8"),
    );
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : await readFile(join(folder, file), "utf8");
    return `${name} ${version} (${license})\n\n${text.trim()}`.trim();
  });
  return `${(await Promise.all(texts)).join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

const entries = await existing(["action", "app", "cli", "reader"]);
const { output } = await build({
  cwd: root,
  input: Object.fromEntries(entries.map((entry) => [entry, `src/entry/${entry}.ts`])),
  platform: "node",
  transform: { target: "node20.19" },
  plugins: [embedTexts],
  onLog: (level, log) => level === "warn" && refuseWarnings(level, log),
  output: {
    dir: out,
    cleanDir: true,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    // The first request of a job leaves after two files; shared ones would make that six.
    codeSplitting: { groups: [{ name: "first-request", test: isOfFirstRequest }] },
  },
});
await copyGrammars();
await writeFile(join(out, "package.json"), '{ "type": "module" }\n');
await writeFile(join(out, "licenses.txt"), await licences(output));
await chmod(join(out, "cli.js"), 0o755);
await rm(target, { recursive: true, force: true });
await rename(out, target);

const kilobytes = (chunks) =>
  (chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk.code ?? ""), 0) / 1000).toFixed(1);
for (const chunk of output.filter(({ isEntry }) => isEntry)) {
  console.log(`${join(basename(target), chunk.fileName)}  ${kilobytes([chunk])} kB`);
}
const shared = output.filter(({ isEntry }) => !isEntry);
console.log(`${join(basename(target), "chunks")}  ${shared.length} files, ${kilobytes(shared)} kB`);
