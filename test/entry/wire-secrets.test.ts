import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import { createRedactor } from "../../src/domain/redact.ts";
import { refusingSecrets } from "../../src/entry/refusing-secrets.ts";
import { withoutSecrets } from "../../src/entry/wire-secrets.ts";
import type { Folded } from "../../src/loop/fold.ts";
import type { Workspace } from "../../src/ports.ts";

const secret = "sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA";

/** A workspace whose turns all leave one file. */
function workspaceWith(text: string): Workspace {
  const change = { path: "src/a.js", status: "added", mode: "100644", blob: "b" } as const;
  return {
    beginTurn: async () => ({
      dir: "/site",
      snapshot: async () => ({ tree: "t", changes: [change], offences: [] }),
    }),
    readFile: async () => text,
  } as unknown as Workspace;
}

async function offencesOf(text: string): Promise<string[]> {
  const { signal } = new AbortController();
  const site = await refusingSecrets(workspaceWith(text), [secret]).beginTurn("t", signal);
  const { offences } = await site.snapshot();
  return offences.map(({ code, path }) => `${code} ${path}`);
}

describe("refusingSecrets", () => {
  it.each([
    ["as it is", secret],
    ["in base64", Buffer.from(secret).toString("base64")],
    ["in hex", Buffer.from(secret).toString("hex")],
  ])("finds a secret of ours in a file that a turn left, %s", async (_, form) => {
    expect(await offencesOf(`const key = "${form}";\n`)).toEqual(["SECRET_IN_FILE src/a.js"]);
  });

  it("lets a sample be that only has the shape of a token", async () => {
    expect(await offencesOf(`const sample = "ghp_${"a1B2".repeat(9)}";\n`)).toEqual([]);
  });
});

describe("withoutSecrets", () => {
  it("takes secrets out of what a command came back with, before anybody sees it", async () => {
    const perform = withoutSecrets(
      async () => ({ kind: "lint_ran", command: "1", passed: false, output: `key ${secret}` }),
      createRedactor([secret]),
    );
    const result = await perform({} as Command, {} as Folded);
    expect(result).toMatchObject({ kind: "lint_ran", passed: false });
    expect(JSON.stringify(result)).not.toContain(secret.slice(8));
  });
});
