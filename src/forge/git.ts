import { dirname } from "node:path";
import { execa } from "execa";

export interface GitResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Git on one bare repository: no user or system configuration, no prompts, no hooks of ours. */
export interface Git {
  readonly dir: string;
  /** Runs git; a non-zero exit is a value. */
  run(args: readonly string[], options?: GitOptions): Promise<GitResult>;
  /** Runs git and gives its trimmed output; a non-zero exit is a bug and throws. */
  ok(args: readonly string[], options?: GitOptions): Promise<string>;
  /** Like `run`, remembered: for questions about shas, whose answers never change. */
  ask(args: readonly string[]): Promise<GitResult>;
  /** Bytes of an object. */
  bytes(args: readonly string[]): Promise<Buffer>;
}

export interface GitOptions {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

/** Environment in which every git of this forge runs; `path` is where programs are looked for. */
export function gitEnvironment(path: string): Record<string, string> {
  return {
    PATH: `${path}:${dirname(process.execPath)}`,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C.UTF-8",
    GIT_AUTHOR_NAME: "GitHub",
    GIT_AUTHOR_EMAIL: "noreply@github.com",
    GIT_COMMITTER_NAME: "GitHub",
    GIT_COMMITTER_EMAIL: "noreply@github.com",
  };
}

const maxAnswers = 5000;

export function createGit(dir: string, path: string): Git {
  const env = gitEnvironment(path);
  async function capture(args: readonly string[], options: GitOptions = {}) {
    const ended = await execa("git", args, {
      cwd: dir,
      env: { ...env, ...options.env },
      extendEnv: false,
      // Git may stop reading early; its exit code says whether that mattered.
      input: options.input ?? "",
      encoding: "buffer",
      stripFinalNewline: false,
      reject: false,
    });
    if (ended.exitCode === undefined && ended.signal === undefined) {
      throw new Error(`git could not be started in ${dir}.`, { cause: ended.cause });
    }
    const [stdout, stderr] = [Buffer.from(ended.stdout), Buffer.from(ended.stderr).toString()];
    return { code: ended.exitCode ?? 1, stdout, stderr };
  }
  async function run(args: readonly string[], options?: GitOptions): Promise<GitResult> {
    const ended = await capture(args, options);
    return { code: ended.code, stdout: ended.stdout.toString(), stderr: ended.stderr };
  }
  async function bytes(args: readonly string[]): Promise<Buffer> {
    const ended = await capture(args);
    if (ended.code !== 0) throw new Error(`git ${args.join(" ")} in ${dir}: ${ended.stderr}`);
    return ended.stdout;
  }
  async function ok(args: readonly string[], options?: GitOptions): Promise<string> {
    const ended = await run(args, options);
    if (ended.code !== 0) throw new Error(`git ${args.join(" ")} in ${dir}: ${ended.stderr}`);
    return ended.stdout.trim();
  }
  const answers = new Map<string, GitResult>();
  async function ask(args: readonly string[]): Promise<GitResult> {
    const key = args.join("\0");
    const known = answers.get(key);
    if (known) return known;
    const answer = await run(args);
    // Something missing may still come to be; a conflict (1) is as lasting as a success.
    if (answer.code <= 1 && answers.size < maxAnswers) answers.set(key, answer);
    return answer;
  }
  return { dir, run, ask, ok, bytes };
}
