import { describe, expect, it } from "vitest";
import { judgeCommand, judgeWords } from "../../../src/gates/command-policy/judge-command.ts";
import { forbiddenCommands } from "./forbidden-commands.ts";
import { honestCommands } from "./honest-commands.ts";

function codesOf(line: string): string[] {
  const verdict = judgeCommand(line);
  return verdict.kind === "pass" ? [] : verdict.findings.map((finding) => finding.code);
}

describe("the command policy", () => {
  it.each(honestCommands)("lets %s pass", (line) => {
    expect(judgeCommand(line)).toEqual({ kind: "pass" });
  });

  it.each(forbiddenCommands)("says %s to %s", (code, line) => {
    expect(codesOf(line)).toContain(code);
  });

  it("says what was found, why, and what to write instead", () => {
    const verdict = judgeCommand("npm test; sudo  make\tinstall");
    expect(verdict).toMatchObject({
      kind: "refused",
      findings: [{ code: "privilege", shown: "sudo make install" }],
    });
    const [finding] = verdict.kind === "refused" ? verdict.findings : [];
    expect(finding?.why.length).toBeGreaterThan(10);
    expect(finding?.instead.length).toBeGreaterThan(10);
  });

  it("names every finding once, in the order of the command", () => {
    expect(codesOf("rm -rf a; rm -rf a; sudo x; chmod 777 y")).toEqual([
      "removes_tree",
      "privilege",
      "open_permissions",
    ]);
  });

  it("lets a line pass that the configuration allows by its exact text, and no other", () => {
    const allowed = ["rm -rf build && make test"];
    expect(judgeCommand("rm -rf build && make test", allowed).kind).toBe("pass");
    expect(judgeCommand("rm -rf build  && make test", allowed).kind).toBe("refused");
    expect(judgeCommand("rm -rf build && make test; id", allowed).kind).toBe("refused");
  });

  it("judges words that no shell reads, without taking them for shell text", () => {
    expect(judgeWords(["my-cli", "--print", "a; rm -rf /"]).kind).toBe("pass");
    expect(judgeWords(["sudo", "my-cli"]).kind).toBe("refused");
    expect(judgeWords(["bash", "-lc", "rm -rf / && my-cli"]).kind).toBe("refused");
  });

  it("refuses a line that nobody could read, and one with control characters", () => {
    expect(codesOf(`npm test ${"x".repeat(30_000)}`)).toEqual(["unreadable"]);
    expect(codesOf("npm test \u0001")).toEqual(["unreadable"]);
    const nested = Array.from({ length: 30 }).reduce<string>((s) => `env ${s}`, "npm test");
    expect(codesOf(nested)).toContain("unreadable");
  });
});
