import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";

/**
 * Bundles a command line of only these commands into a directory of its own, for scripts that start
 * it hundreds of times and must not depend on what else the program can do.
 * @param {Record<string, string>} commands name of the registering function to its file
 * @returns {Promise<string>} path of the bundle
 */
export async function bundleCli(commands) {
  const out = mkdtempSync(join(tmpdir(), "tdd-loop-cli-"));
  const names = Object.keys(commands);
  const imports = Object.entries(commands).map(
    ([name, source]) => `import { ${name} } from ${JSON.stringify(resolve(source))};`,
  );
  const entry = [
    'import { Command } from "commander";',
    ...imports,
    'const program = new Command("tdd-loop");',
    ...names.map((name) => `${name}(program);`),
    "await program.parseAsync();",
  ].join("\n");
  const build = await rolldown({
    input: "cli-entry",
    platform: "node",
    cwd: process.cwd(),
    logLevel: "silent",
    transform: { target: "node20" },
    plugins: [
      {
        name: "cli-entry",
        resolveId: (id) => (id === "cli-entry" ? resolve("src/entry/cli-entry.ts") : null),
        load: (id) => (id === resolve("src/entry/cli-entry.ts") ? entry : null),
      },
    ],
  });
  const file = join(out, "cli.mjs");
  await build.write({ file, format: "esm", codeSplitting: false });
  return file;
}
