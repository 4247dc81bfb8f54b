import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = resolve(import.meta.dirname, "../..");

/** Loads a module of src as it is now, whatever Node this is. */
export async function bundled(path) {
  const out = mkdtempSync(join(tmpdir(), "bundled-"));
  const bundle = await rolldown({ input: join(root, path), platform: "node", logLevel: "silent" });
  await bundle.write({ dir: out, format: "esm", codeSplitting: false });
  await bundle.close();
  const name = basename(path).replace(/\.ts$/, ".js");
  const loaded = await import(pathToFileURL(join(out, name)).href);
  rmSync(out, { recursive: true, force: true });
  return loaded;
}
