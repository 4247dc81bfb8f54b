import { spawn } from "node:child_process";
import type { ProcessEnd, Sandbox, SandboxedProcess } from "../../src/ports.ts";

/** A sandbox without walls: a real process group with a wall clock, for tests of what runs inside. */
export const processSandbox: Sandbox = { name: "test-process", run: runProcess };

function runProcess(asked: SandboxedProcess, signal: AbortSignal): Promise<ProcessEnd> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", asked.command], {
      cwd: asked.cwd,
      env: { ...asked.env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let timedOut = false;
    const kill = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    };
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, asked.timeoutMs);
    signal.addEventListener("abort", kill, { once: true });
    const text = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      text.stdout += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      text.stderr += chunk.toString("utf8");
    });
    child.on("error", reject);
    child.on("close", (exitCode, killedBy) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
      resolve({
        exitCode,
        signal: killedBy,
        ...text,
        timedOut,
        outputCut: false,
        durationMs: performance.now() - started,
      });
    });
  });
}
