import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/entry/command-line.ts";
import { registerApp } from "../../../src/entry/commands/app.ts";
import { recordingTerminal } from "../recording-terminal.ts";

async function app(env: Record<string, string>, signal?: AbortSignal) {
  const terminal = recordingTerminal({ env, ...(signal === undefined ? {} : { signal }) });
  await runCommandLine(["app", "--port", "0"], terminal, (program) =>
    registerApp(program, terminal),
  );
  return terminal;
}

describe("tdd-loop app", () => {
  it("does not start without its settings, and names each", async () => {
    const terminal = await app({});

    const said = terminal.err.join("\n");
    for (const name of ["APP_ID", "PRIVATE_KEY", "WEBHOOK_SECRET"]) expect(said).toContain(name);
    expect(terminal.exitCodes).toEqual([2]);
  });

  it("ends with success when it is told to stop", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const env = {
      APP_ID: "1",
      PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      WEBHOOK_SECRET: "a-secret-of-some-length",
      HOST: "127.0.0.1",
    };

    const terminal = await app(env, AbortSignal.abort());

    expect(terminal.err).toEqual([]);
    expect(terminal.exitCodes).toEqual([0]);
  });
});
