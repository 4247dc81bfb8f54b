import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseSandbox } from "../../src/adapters/sandbox/choose-sandbox.ts";
import { createTestRunner } from "../../src/adapters/tests/test-runner.ts";
import type { TestRun } from "../../src/domain/test-run.ts";
import { options, temporary } from "../adapters/sandbox/sandboxes.ts";

/** One run of a command in a directory, as the loop makes it. */
export async function testRun(
  dir: string,
  command: string,
  testSeconds = 30,
  more: Readonly<Record<string, string>> = {},
): Promise<TestRun> {
  const chosen = await chooseSandbox("auto", options);
  if (chosen.kind === "unavailable") throw new Error(chosen.why);
  const runner = createTestRunner({
    ...{ sandbox: chosen.sandbox, framework: null, testSeconds, maxOutputBytes: 100_000 },
    ...{ network: "off", env: { PATH: options.path }, tempDir: temporary() },
  });
  const asked = { dir, command, framework: null, purpose: "green", env: more } as const;
  return (await runner.run(asked, new AbortController().signal)).run;
}

/** A fresh directory with these files. */
export function directoryWith(files: Readonly<Record<string, string>>): string {
  const dir = temporary();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}
