import { readFile } from "node:fs/promises";
import { ConfigError, isOursAlone } from "../../domain/config.ts";
import type { EarlyAnswer } from "../../domain/early-answer.ts";
import { secretsOf } from "../failure.ts";

/** What the runner says of this job, and the inputs of action.yml. */
export interface Job {
  readonly eventName: string;
  readonly payload: unknown;
  readonly owner: string;
  readonly repo: string;
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly runId: string;
  readonly attempt: string;
  /** File name of the workflow below `.github/workflows`; empty when the runner does not say. */
  readonly workflow: string;
  readonly actor: string;
  readonly workspace: string;
  readonly temp: string;
  /** A machine of its owner's, which may live on after the job. */
  readonly isSelfHosted: boolean;
  readonly inputs: JobInputs;
  /** Values that must be masked in the log and appear in no text. */
  readonly secrets: readonly string[];
  /** The environment for what the loop itself starts; no token and no key is in it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What a coding CLI may be given by name: what the workflow set, nothing of the runner's or ours. */
  readonly cliEnv: Readonly<Record<string, string | undefined>>;
  /** The first request to GitHub, when it left before anything was loaded. */
  readonly early?: EarlyAnswer | null;
}

export interface JobInputs {
  readonly issue: string;
  readonly command: string;
  readonly args: string;
  readonly actor: string;
  readonly claim: string;
  readonly task: string;
  readonly githubToken: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly agent: string;
  readonly model: string;
  readonly replay: string;
  readonly record: string;
  readonly stateDir: string;
  readonly lockKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the job from the environment and the event's file, once.
 * @throws ConfigError when this is no Actions job, or the token is missing
 */
export async function readJob(env: Environment): Promise<Job> {
  const [owner = "", repo = ""] = needed(env, "GITHUB_REPOSITORY").split("/");
  const inputs = readInputs(env);
  if (inputs.githubToken === "") {
    throw new ConfigError(
      "There is no GitHub token: pass `github-token`, or give the job the permissions that the README lists.",
    );
  }
  const eventPath = needed(env, "GITHUB_EVENT_PATH");
  return {
    eventName: needed(env, "GITHUB_EVENT_NAME"),
    payload: JSON.parse(await readFile(eventPath, "utf8")) as unknown,
    owner,
    repo,
    apiUrl: env["GITHUB_API_URL"] ?? "https://api.github.com",
    serverUrl: env["GITHUB_SERVER_URL"] ?? "https://github.com",
    runId: env["GITHUB_RUN_ID"] ?? "0",
    attempt: env["GITHUB_RUN_ATTEMPT"] ?? "1",
    workflow: /\/([^/@]+)@/.exec(env["GITHUB_WORKFLOW_REF"] ?? "")?.[1] ?? "",
    actor: env["GITHUB_ACTOR"] ?? "",
    workspace: env["GITHUB_WORKSPACE"] ?? process.cwd(),
    temp: env["RUNNER_TEMP"] ?? "/tmp",
    isSelfHosted: env["RUNNER_ENVIRONMENT"] === "self-hosted",
    inputs,
    secrets: [
      ...[inputs.githubToken, inputs.apiKey, inputs.lockKey],
      ...secretsOf(env).filter((value) => value.length >= SHORTEST_SECRET),
    ].filter((value) => value !== ""),
    env: { ...plainEnvironment(env), ...modelEnvironment(inputs) },
    cliEnv: withoutOurs({ ...env, ...modelEnvironment(inputs) }),
  };
}

/** A variable such as `KEYS=on` is named like a secret and is none. */
const SHORTEST_SECRET = 8;

function readInputs(env: Environment): JobInputs {
  const input = (name: string) =>
    (env[`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`] ?? "").trim();
  return {
    issue: input("issue"),
    command: input("command"),
    args: input("args"),
    actor: input("actor"),
    claim: input("claim"),
    task: input("task"),
    githubToken: input("github-token") || (env["GITHUB_TOKEN"] ?? ""),
    apiKey: input("anthropic-api-key") || (env["ANTHROPIC_API_KEY"] ?? ""),
    baseUrl: input("anthropic-base-url") || (env["ANTHROPIC_BASE_URL"] ?? ""),
    agent: input("agent"),
    model: input("model"),
    replay: input("replay"),
    record: input("record"),
    stateDir: input("state-dir"),
    lockKey: input("lock-key") || (env["TDD_LOOP_LOCK_KEY"] ?? ""),
  };
}

/** Only what programs need to be found; runner files, tokens and keys stay out. */
function plainEnvironment(env: Environment): Record<string, string | undefined> {
  const kept =
    /^(PATH|HOME|LANG|LC_ALL|JAVA_HOME|GOROOT|RUSTUP_HOME|CARGO_HOME|TMPDIR|(HTTPS?|NO)_PROXY|(https?|no)_proxy|SSL_CERT_FILE|GIT_SSL_CAINFO)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => kept.test(name)));
}

function modelEnvironment({ apiKey, baseUrl, lockKey }: JobInputs): Record<string, string> {
  return {
    ...(apiKey === "" ? {} : { ANTHROPIC_API_KEY: apiKey }),
    ...(baseUrl === "" ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    ...(lockKey === "" ? {} : { TDD_LOOP_LOCK_KEY: lockKey }),
  };
}

function withoutOurs(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOursAlone(name)));
}

function needed(env: Environment, name: string): string {
  const value = env[name];
  if (value !== undefined && value !== "") return value;
  throw new ConfigError(`${name} is not set: this is the Action's entry, to be run by a workflow.`);
}
