import { z } from "zod";
import type { RepositoryFacts } from "../framework.ts";

const PackageJson = z.object({
  name: z.string().catch(""),
  workspaces: z
    .union([z.array(z.string()), z.object({ packages: z.array(z.string()) })])
    .catch([])
    .transform((listed) => (Array.isArray(listed) ? listed : listed.packages)),
  scripts: z.record(z.string(), z.string()).catch({}),
  dependencies: z.record(z.string(), z.string()).catch({}),
  devDependencies: z.record(z.string(), z.string()).catch({}),
});
type PackageJson = z.infer<typeof PackageJson>;

/** Whether package.json's `test` script runs something like this. */
export function hasScript(facts: RepositoryFacts, pattern: RegExp): boolean {
  return pattern.test(readPackageJson(facts.text("package.json"))?.scripts["test"] ?? "");
}

export function hasDependency(facts: RepositoryFacts, name: string): boolean {
  const found = readPackageJson(facts.text("package.json"));
  return found?.dependencies[name] !== undefined || found?.devDependencies[name] !== undefined;
}

/** Null when the text is absent or not JSON: npm will say so better than we can. */
export function readPackageJson(text: string | null): PackageJson | null {
  if (text === null) return null;
  try {
    const parsed = PackageJson.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
