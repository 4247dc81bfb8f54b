import { accessSync, constants, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const Lock = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});
const Manifest = z.object({
  engines: z.object({ node: z.string() }),
  bin: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const lock = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const manifest = Manifest.parse(JSON.parse(readFileSync("package.json", "utf8")));

describe("the lock file", () => {
  const locked = Object.entries(lock.packages).filter(([path]) => path !== "");

  it("names no address, so that every registry serves it", () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it("pins what every package is", () => {
    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  });

  it("lets no package run a script while it is installed", () => {
    expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });
});

describe("the package", () => {
  it("pins every dependency exactly", () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+$/.test(version),
    );

    expect(ranges).toEqual([]);
  });

  it("says which Node it needs, as the command line does", () => {
    expect(manifest.engines.node).toBe(">=20.19");
    expect(readFileSync("src/entry/cli.ts", "utf8")).toContain("Node 20.19 or newer");
  });

  it("can be checked with one executable script", () => {
    expect(() => accessSync(".ci/run", constants.X_OK)).not.toThrow();
  });
});
