import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Octokit } from "@octokit/rest";
import type { RunningApp } from "../../src/entry/app/start-app.ts";
import { startApp } from "../../src/entry/app/start-app.ts";
import { demoFiles, demoIssue, demoRecording } from "../../src/entry/demo/demo-repository.ts";
import { exampleText } from "../../src/entry/example-texts.ts";
import type { Forge, JobReport } from "../../src/forge/forge.ts";
import { startForge } from "../../src/forge/forge.ts";
import { plainRunner } from "./sample-repository.ts";

export const owner = "mona";
export const repo = `${owner}/slugs`;
export const place = { owner, repo: "slugs" };
const appId = 4242;

/** The embedded GitHub with a repository whose runner plays recorded turns, in a fresh directory a job. */
export interface LoopWorld {
  readonly forge: Forge;
  readonly app: RunningApp | null;
  readonly octokit: Octokit;
  readonly dir: string;
  /** What the App logged as an error. */
  readonly faults: readonly string[];
  /** What the next jobs' agent plays. */
  play(recording: unknown): void;
  openIssue(text?: { title?: string; body?: string }): Promise<number>;
  label(issue: number, user?: string): Promise<void>;
  comment(issue: number, body: string, user?: string): void;
  settle(): Promise<void>;
  /** The first job whose log holds `text`, as soon as there is one. */
  jobSaying(text: string, after?: number): Promise<JobReport>;
  close(): Promise<void>;
}

export interface LoopWorldOptions {
  readonly workflow?: "with-app.yml" | "actions-only.yml";
  readonly files?: Readonly<Record<string, string>>;
  /** Inputs of the Action; the default plays the recording. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** What the repository's owner changes in the example workflow. */
  readonly edit?: (workflow: string) => string;
}

export async function startLoopWorld(options: LoopWorldOptions = {}): Promise<LoopWorld> {
  const dir = mkdtempSync(join(tmpdir(), "tdd-loop-world-"));
  const recording = join(dir, "recording.json");
  const keys = { format: "pem", type: "pkcs1" } as const;
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { ...keys, type: "spki" },
    privateKeyEncoding: keys,
  });
  const path = process.env["PATH"];
  const forge = await startForge({
    dir: join(dir, "github"),
    app: { id: appId, slug: "tdd-loop", privateKeyPem: privateKey },
    runner: { actionDir: resolve(".") },
    ...(path === undefined ? {} : { path }),
  });
  const workflow = options.workflow ?? "with-app.yml";
  const faults: string[] = [];
  const app = workflow === "with-app.yml" ? await connectApp(forge, privateKey, faults) : null;
  await setUpRepository(forge, workflow, {
    files: options.files ?? {},
    inputs: options.inputs ?? { agent: "replay", replay: recording },
    edit: options.edit ?? ((text) => text),
  });
  if (app !== null) forge.admin.installApp(repo);
  const octokit = new Octokit({ baseUrl: forge.apiUrl, auth: forge.admin.createToken(owner) });
  const world = actions(forge, app, dir);
  world.play(demoRecording);
  return { ...world, octokit, faults };
}

async function connectApp(forge: Forge, privateKey: string, faults: string[]): Promise<RunningApp> {
  const webhookSecret = randomBytes(24).toString("hex");
  const app = await startApp(
    {
      ...{ appId, privateKey, webhookSecret, baseUrl: forge.apiUrl, host: "127.0.0.1", port: 0 },
      workflow: "tdd-loop.yml",
      lockKey: null,
    },
    { info: () => undefined, error: (message, error) => void faults.push(`${message}: ${error}`) },
  );
  forge.admin.setWebhook(`http://127.0.0.1:${app.port}/api/github/webhooks`, webhookSecret);
  return app;
}

async function setUpRepository(
  forge: Forge,
  workflow: string,
  asked: Required<Pick<LoopWorldOptions, "files" | "inputs" | "edit">>,
): Promise<void> {
  const { admin } = forge;
  admin.createUser(owner);
  const more = Object.entries(asked.inputs).map(([name, value]) => `\n$1${name}: ${value}`);
  const text = exampleText(workflow).replace(/^( +)lock-key: .*$/gm, `$&${more.join("")}`);
  await admin.createRepository({
    ...place,
    name: place.repo,
    files: {
      ...demoFiles,
      ...plainRunner,
      ".github/workflows/tdd-loop.yml": asked.edit(text),
      ...asked.files,
    },
  });
  for (const [login, role] of [
    ["hubot", "write"],
    ["stranger", "read"],
  ] as const) {
    admin.createUser(login);
    admin.setPermission(repo, login, role);
  }
}

function actions(
  forge: Forge,
  app: RunningApp | null,
  dir: string,
): Omit<LoopWorld, "octokit" | "faults"> {
  const { admin } = forge;
  return {
    ...{ forge, app, dir },
    play: (recording) => writeFileSync(join(dir, "recording.json"), JSON.stringify(recording)),
    async openIssue(text = {}) {
      return (await admin.createIssue(repo, { ...demoIssue, ...text, user: owner })).number;
    },
    label: (issue, user = owner) => admin.addLabel(repo, issue, "tdd", user),
    comment: (issue, body, user = owner) => void admin.comment(repo, issue, body, user),
    async settle() {
      for (let round = 0; round < 3; round += 1) {
        await app?.settled();
        await forge.settled();
      }
    },
    async jobSaying(text, after = 0) {
      for (;;) {
        const found = forge.jobs().find((job) => job.id > after && job.log.includes(text));
        if (found !== undefined) return found;
        await sleep(20);
      }
    },
    async close() {
      await app?.close();
      await forge.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
