import { readFileSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { plainCommands } from "../../src/domain/comment-command.ts";
import { Config } from "../../src/domain/config.ts";
import { registerCommands } from "../../src/entry/commands/register-commands.ts";
import { exitCodes } from "../../src/entry/exit-codes.ts";
import { recordingTerminal } from "../entry/recording-terminal.ts";

const readme = readFileSync("README.md", "utf8");
const rows = new Map(
  [...readme.matchAll(/^\| `([\w.]+)` \| (.+?) \| .* \|$/gm)].map((row) => [row[1], row[2] ?? ""]),
);

/** Top-level keys, those of `limits` one by one. */
const keys = Object.keys(Config.shape).flatMap((key) =>
  key === "limits" ? Object.keys(Config.parse({}).limits).map((name) => `limits.${name}`) : [key],
);

describe("the README", () => {
  it.each(keys)("explains the key %s with its default", (key) => {
    const said = rows.get(key);
    const standard = key
      .split(".")
      .reduce<unknown>((value, name) => z.record(z.string(), z.unknown()).parse(value)[name], {
        ...Config.parse({}),
      });

    expect(said, key).toBeDefined();
    if (standard === undefined) expect(said).toMatch(/^(none|found|the default branch)$/);
    else if (Array.isArray(standard) && standard.length > 0)
      expect(said).toBe(standard.map((item) => `\`${item}\``).join(", "));
    else if (typeof standard === "object") expect(said).toBe(`\`${JSON.stringify(standard)}\``);
    else expect(said).toBe(`\`${standard}\``);
  });

  it("explains no key that is not there", () => {
    const table = readme.slice(readme.indexOf("## Configuration"), readme.indexOf("Profiles:"));
    const said = [...table.matchAll(/^\| `([\w.]+)` /gm)].map((row) => row[1]);

    expect(said.filter((key) => !keys.includes(key ?? ""))).toEqual([]);
  });

  it("lists every exit code", () => {
    const line = readme.slice(readme.indexOf("Exit codes: "));

    for (const code of Object.values(exitCodes)) {
      expect(line).toMatch(new RegExp(`(^Exit codes: |· )${code} [a-z]`, "m"));
    }
  });

  it("names every command of a comment and of the terminal", async () => {
    const table = readme.slice(readme.indexOf("## Commands"), readme.indexOf("Exit codes: "));
    const program = new Command();
    const terminal = recordingTerminal();
    (await registerCommands([], terminal))(program);

    for (const word of ["run", "allow", ...plainCommands])
      expect(table).toContain(`\`/tdd ${word}`);
    for (const command of program.commands) {
      expect(table).toMatch(new RegExp(`[|,] \`${command.name()}[ \`]`));
    }
  });
});
