import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";

/**
 * Bundles a module given as text into a directory of its own, so that plain Node can run it.
 * @param {string} source imports from absolute paths
 * @param {import("rolldown").Plugin[]} more plugins that come first
 * @returns {Promise<string>} path of the bundle
 */
export async function bundle(source, more = []) {
  const file = join(mkdtempSync(join(tmpdir(), "tdd-loop-bundle-")), "bundle.mjs");
  const entry = resolve("src/entry/bundled-entry.ts");
  const build = await rolldown({
    input: "bundled-entry",
    platform: "node",
    cwd: process.cwd(),
    logLevel: "silent",
    transform: { target: "node20" },
    plugins: [
      ...more,
      {
        name: "bundled-entry",
        resolveId: (id) => (id === "bundled-entry" ? entry : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
  });
  await build.write({ file, format: "esm", codeSplitting: false });
  return file;
}

/**
 * Bundles a command line of only these commands, for scripts that start it hundreds of times and
 * must not depend on what else the program can do.
 * @param {Record<string, string>} commands name of the registering function to its file
 * @param {import("rolldown").Plugin[]} plugins
 * @returns {Promise<string>} path of the bundle
 */
export async function bundleCli(commands, plugins = []) {
  const imports = Object.entries(commands).map(
    ([name, source]) => `import { ${name} } from ${JSON.stringify(resolve(source))};`,
  );
  return await bundle(
    [
      'import { Command } from "commander";',
      ...imports,
      'const program = new Command("tdd-loop");',
      ...Object.keys(commands).map((name) => `${name}(program);`),
      "await program.parseAsync();",
    ].join("\n"),
    plugins,
  );
}
