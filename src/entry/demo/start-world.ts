import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Forge } from "../../forge/forge.ts";
import { startForge } from "../../forge/forge.ts";
import type { RunningApp } from "../app/start-app.ts";
import { startApp } from "../app/start-app.ts";
import { exampleText } from "../example-texts.ts";
import { demoFiles, demoRecording } from "./demo-repository.ts";
import { demoPrefix } from "./old-demos.ts";

/** The embedded GitHub with the App installed on one repository, ready for its first issue. */
export interface DemoWorld {
  readonly forge: Forge;
  readonly app: RunningApp;
  readonly repo: string;
  readonly dir: string;
  readonly agent: "claude" | "replay";
  close(): Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;

const appId = 4242;
export const maintainer = "mona";

/** Starts the forge, the App's own server and a repository as a maintainer would set it up. */
export async function startWorld(port: number, env: Env): Promise<DemoWorld> {
  const dir = await mkdtemp(join(tmpdir(), demoPrefix));
  await writeFile(join(dir, "pid"), `${process.pid}`);
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const apiKey = env["ANTHROPIC_API_KEY"] ?? "";
  const forge = await startForge({
    dir: join(dir, "github"),
    port,
    app: { id: appId, slug: "tdd-loop", privateKeyPem: privateKey },
    runner: { actionDir: actionDir(), env: runnerEnvironment(env) },
    ...(env["PATH"] === undefined ? {} : { path: env["PATH"] }),
  });
  const webhookSecret = randomBytes(24).toString("hex");
  const app = await startApp(
    {
      appId,
      privateKey,
      webhookSecret,
      baseUrl: forge.apiUrl,
      host: "127.0.0.1",
      port: 0,
      workflow: "tdd-loop.yml",
      lockKey: null,
    },
    { info: () => undefined, error: (message, error) => console.error(message, error) },
  );
  forge.admin.setWebhook(`http://127.0.0.1:${app.port}/api/github/webhooks`, webhookSecret);
  const agent = apiKey === "" ? "replay" : "claude";
  const recording = join(dir, "recording.json");
  await writeFile(recording, JSON.stringify(demoRecording));
  await setUpRepository(forge, {
    "state-dir": join(dir, "runs"),
    ...(agent === "replay" ? { agent, replay: recording } : {}),
  });
  const close = async () => {
    await app.close();
    await forge.close();
  };
  return { forge, app, repo: `${maintainer}/slugs`, dir, agent, close };
}

/** The workflow as the README has it, with more inputs of the Action behind `issue`. */
async function setUpRepository(
  forge: Forge,
  inputs: Readonly<Record<string, string>>,
): Promise<void> {
  const { admin } = forge;
  admin.createUser(maintainer);
  const more = Object.entries(inputs).map(([name, value]) => `\n$1${name}: ${value}`);
  const workflow = exampleText("with-app.yml").replace(/^( +)issue: \$.*$/m, `$&${more.join("")}`);
  await admin.createRepository({
    owner: maintainer,
    name: "slugs",
    files: { ...demoFiles, ".github/workflows/tdd-loop.yml": workflow },
  });
  admin.installApp(`${maintainer}/slugs`);
  admin.protectBranch(`${maintainer}/slugs`, "main", {
    requiredChecks: [{ context: "file-gate", appId }],
  });
}

function runnerEnvironment(env: Env): Record<string, string> {
  const names = ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined || value === "" ? [] : [[name, value] as const];
    }),
  );
}

/** The folder with action.yml, above wherever this code lies. */
function actionDir(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, "action.yml"))) {
    const above = dirname(dir);
    if (above === dir) throw new Error("Bug: no action.yml above this program.");
    dir = above;
  }
  return dir;
}
