import { readFileSync } from "node:fs";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";

const text = readFileSync("Dockerfile", "utf8");

/** Instructions with their continuation lines joined, by build stage. */
function stages(): Map<string, string[]> {
  const lines = text
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const found = new Map<string, string[]>();
  for (const line of lines) {
    const name = /^FROM .* AS (\S+)$/.exec(line)?.[1];
    if (name !== undefined) found.set(name, []);
    [...found.values()].at(-1)?.push(line);
  }
  return found;
}

describe("the Dockerfile", () => {
  it("has no fault that the linter knows", () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
  });

  it("has the targets app and runner, made of one build", () => {
    expect([...stages().keys()]).toEqual(["build", "app", "runner"]);
  });

  it("starts from a named version, never latest", () => {
    const bases = text.match(/^FROM \S+/gm) ?? [];

    expect(bases.length).toBeGreaterThan(0);
    for (const base of bases) expect(base).toMatch(/^FROM node:24-[a-z-]+$/);
  });

  it.each(["app", "runner"])("runs %s as an ordinary user", (target) => {
    const users =
      stages()
        .get(target)
        ?.filter((line) => line.startsWith("USER ")) ?? [];

    expect(users.at(-1)).toBe("USER node");
  });

  it("ships the app with nothing but the bundle", () => {
    const copies = stages()
      .get("app")
      ?.filter((line) => /^(COPY|ADD|RUN) /.test(line));

    expect(copies).toEqual(["COPY --from=build /build/dist ./dist"]);
  });

  it("asks the app for its health", () => {
    const health = stages()
      .get("app")
      ?.find((line) => line.startsWith("HEALTHCHECK "));

    expect(health).toContain("/healthz");
  });

  it("labels both images", () => {
    for (const target of ["app", "runner"]) {
      const label = stages()
        .get(target)
        ?.find((line) => line.startsWith("LABEL "));
      expect(label).toContain("org.opencontainers.image.licenses");
    }
  });

  it("downloads nothing by itself, keeps no package lists and no secrets", () => {
    expect(text).not.toMatch(/^ADD /m);
    expect(text).not.toMatch(/curl|wget|sudo/);
    expect(text).not.toMatch(/^(ENV|ARG) .*(KEY|TOKEN|SECRET|PASSWORD)/m);
    for (const install of text.match(/apt-get install[\s\S]*?\n(?!\s)/g) ?? []) {
      expect(install).toContain("--no-install-recommends");
      expect(install).toContain("rm -rf /var/lib/apt/lists");
    }
  });
});
