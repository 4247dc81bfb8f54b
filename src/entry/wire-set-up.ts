import type { GitWorkspace } from "../adapters/git/workspace.ts";
import type { Sandbox, Workspace } from "../ports.ts";
import { toolEnvironment } from "./tool-environment.ts";
import type { RunWiring } from "./wiring.ts";

const setUpMinutes = 15;

/** With `setup:` configured, dependencies are installed before anything is laid out or run. */
export function withSetUp(workspace: GitWorkspace, sandbox: Sandbox, wiring: RunWiring): Workspace {
  const command = wiring.config.setup;
  if (command === undefined) return workspace;
  const install = async (dir: string): Promise<void> => {
    const end = await sandbox.run(
      {
        command,
        cwd: dir,
        env: toolEnvironment(wiring.env),
        writable: [dir],
        timeoutMs: setUpMinutes * 60_000,
        maxOutputBytes: wiring.config.limits.testOutputBytes,
        network: "on",
      },
      wiring.signal,
    );
    if (end.exitCode === 0) return;
    const how = end.timedOut
      ? `did not end in ${setUpMinutes} minutes`
      : `ended with ${end.exitCode}`;
    const said = `${end.stdout}\n${end.stderr}`.trim().slice(-2_000);
    throw new Error(`\`setup: ${command}\` ${how}. It said: ${said}`);
  };
  return {
    ...workspace,
    async beginTurn(tree, signal, lane, view) {
      if (view?.carries !== false) await workspace.setUp(view?.whole ?? tree, install, signal);
      return workspace.beginTurn(tree, signal, lane, view);
    },
    async testSite(tree, signal, lane) {
      await workspace.setUp(tree, install, signal);
      return workspace.testSite(tree, signal, lane);
    },
  };
}
