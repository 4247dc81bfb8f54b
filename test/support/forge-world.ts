import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startApp } from "../../src/entry/app/start-app.ts";
import { exampleText } from "../../src/entry/example-texts.ts";
import type { Forge } from "../../src/forge/forge.ts";
import { startForge } from "../../src/forge/forge.ts";

/** A repository as its maintainers have it, and how a job of it works. */
export interface ForgeWorldOptions {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Text of `.github/tdd-loop.yml`. */
  readonly config: string;
  /** A shell line that brings what the tests need, where a real job has `npm ci`; null for nothing. */
  readonly install: string | null;
  /** More inputs of the Action, by name. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Variables of the runner's machine. */
  readonly runnerEnv: Readonly<Record<string, string>>;
  readonly path: string;
}

/** The embedded GitHub with the App installed on one repository. */
export interface ForgeWorld {
  readonly forge: Forge;
  readonly repo: string;
  readonly dir: string;
  /** Where git finds the repository. */
  readonly bare: string;
  /** Opens an issue, labels it, and waits until webhooks and jobs have ended. Gives its number. */
  work(issue: { readonly title: string; readonly body: string }): Promise<number>;
  /** Waits until neither webhooks nor jobs are left. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const maintainer = "mona";
const appId = 4243;
const root = fileURLToPath(new URL("../..", import.meta.url));

export async function startForgeWorld(options: ForgeWorldOptions): Promise<ForgeWorld> {
  const dir = await mkdtemp(join(tmpdir(), "tdd-loop-world-"));
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const forge = await startForge({
    dir: join(dir, "github"),
    app: { id: appId, slug: "tdd-loop", privateKeyPem: privateKey },
    runner: { actionDir: root, env: options.runnerEnv },
    path: options.path,
  });
  const app = await listenForWebhooks(forge, privateKey);
  const repo = await createRepository(forge, { ...options, stateDir: join(dir, "runs") });
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      await app.settled();
      await forge.settled();
    }
  };
  return {
    forge,
    repo,
    dir,
    bare: join(dir, "github/repos", `${repo.replace("/", "+")}.git`),
    async work(issue) {
      const { number } = await forge.admin.createIssue(repo, { ...issue, user: maintainer });
      await forge.admin.addLabel(repo, number, "tdd", maintainer);
      await settle();
      return number;
    },
    settle,
    async close() {
      await app.close();
      await forge.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function listenForWebhooks(forge: Forge, privateKey: string) {
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
  return app;
}

async function createRepository(
  { admin }: Forge,
  options: ForgeWorldOptions & { readonly stateDir: string },
): Promise<string> {
  const { name, files, config } = options;
  admin.createUser(maintainer);
  await admin.createRepository({
    owner: maintainer,
    name,
    files: {
      ...files,
      ".github/tdd-loop.yml": config,
      ".github/workflows/tdd-loop.yml": workflow(options),
    },
  });
  const repo = `${maintainer}/${name}`;
  admin.installApp(repo);
  admin.protectBranch(repo, "main", { requiredChecks: [{ context: "file-gate", appId }] });
  return repo;
}

/** The published example with a step that installs, and more inputs behind `issue`. */
function workflow({
  inputs,
  install,
  stateDir,
}: ForgeWorldOptions & { readonly stateDir: string }): string {
  const given = Object.entries({ "state-dir": stateDir, ...inputs });
  const more = given.map(([key, value]) => `\n$1${key}: ${JSON.stringify(value)}`).join("");
  const step = install === null ? "" : `      - run: ${JSON.stringify(install)}\n`;
  return exampleText("with-app.yml")
    .replace(/^( +)issue: \$.*$/m, `$&${more}`)
    .replace(/^ +- uses: tdd-loop\//m, `${step}$&`);
}
