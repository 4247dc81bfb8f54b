import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { closed, SOURCE, startModule } from "../child-module.ts";

import { options, ownBound, processesWith, ready, run, temporary } from "./sandboxes.ts";

describe.each(ready.filter((sandbox) => sandbox.walled))(
  "the walls of the $kind sandbox",
  ({ kind }) => {
    it("hides the loop's own also inside of what it shows", async () => {
      const shown = temporary();
      mkdirSync(join(shown, "state/kept"), { recursive: true });
      writeFileSync(join(shown, "state/lock.json"), "{}");
      writeFileSync(join(shown, "state/kept/file"), "kept");
      writeFileSync(join(shown, "tool"), "tool");
      const hidden = [join(shown, "state")];
      const readable = [shown, join(shown, "state/kept")];

      const seen = await run(
        kind,
        `cat ${shown}/tool ${shown}/state/kept/file; ls ${shown}/state`,
        {},
        { hidden, readable },
      );

      expect(seen.stdout).toBe("toolkeptkept\n");
    });

    it("has neither network, other processes nor a way to gain rights", async () => {
      const server = createServer((_, response) => response.end("reached"));
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;

      const cwd = temporary();
      const script = `fetch("http://127.0.0.1:${port}").then((r) => r.text()).catch(() => "refused").then(console.log)`;
      writeFileSync(join(cwd, "ask.cjs"), script);
      const net = await run(kind, "node ask.cjs", { cwd });
      const on = await run(kind, "node ask.cjs", { cwd, network: "on" });
      const seen = await run(
        kind,
        "id -u; grep NoNewPrivs /proc/self/status; cat /proc/*/environ | tr '\\0' '\\n'; ls /proc | grep -c '^[0-9]'",
      );

      expect(net.stdout).toBe("refused\n");
      expect(on.stdout).toBe("reached\n");
      const lines = seen.stdout.trim().split("\n");
      expect(lines[0]).not.toBe("0");
      expect(lines[1]).toMatch(/NoNewPrivs:\s+1/);
      expect(seen.stdout).not.toContain("VITEST");
      expect(Number(lines.at(-1))).toBeLessThan(12);
    });

    it("dies with the loop when that is killed", async () => {
      const mark = `33.${process.pid}${kind.length}`;
      const loop = `
      import { chooseSandbox } from ${JSON.stringify(join(SOURCE, "adapters/sandbox/choose-sandbox.ts"))};
      export async function main(kind, path, command) {
        const chosen = await chooseSandbox(kind, { path, home: null, readable: [], hidden: [] });
        setTimeout(() => process.stdout.write("running"), 500);
        await chosen.sandbox.run({ command, cwd: "/usr", env: {}, writable: [], timeoutMs: 60000,
          maxOutputBytes: 1000, network: "off" }, new AbortController().signal);
      }`;
      const child = startModule(loop, [kind, options.path, `setsid sleep ${mark} & sleep ${mark}`]);
      await new Promise<void>((done) => child.stdout?.once("data", () => done()));
      const before = processesWith(`sleep ${mark}`);

      child.kill("SIGKILL");
      await closed(child);

      expect(before).not.toBe("");
      await expect.poll(() => processesWith(`sleep ${mark}`), { timeout: 10_000 }).toBe("");
    });

    it("has a loopback of its own, for tests that start servers", async () => {
      const script = `const s = require("http").createServer((q, r) => r.end("own")).listen(0, "127.0.0.1", () =>
      fetch("http://127.0.0.1:" + s.address().port).then((r) => r.text()).then((t) => { console.log(t); s.close(); }))`;
      const cwd = temporary();
      writeFileSync(join(cwd, "own.cjs"), script);

      expect(await run(kind, "node own.cjs", { cwd })).toMatchObject({
        exitCode: 0,
        stdout: "own\n",
      });
    });

    it("writes nowhere but where it may, and does not see what is hidden", async () => {
      const [outside, may, secret] = [temporary(), temporary(), temporary()];
      writeFileSync(join(secret, "token"), "ghs_planted");
      mkdirSync(join(secret, "deps"));
      writeFileSync(join(secret, "deps", "lib.js"), "lib");
      const home = options.home ?? "/root";
      const tries = [
        `echo x > ${outside}/x`,
        `echo x > ${may}/x`,
        "echo x > /usr/x",
        "echo x > /etc/x",
        `cat ${secret}/token`,
        `cat ${secret}/deps/lib.js`,
        `echo x > ${secret}/deps/lib.js`,
        `ls -A ${home} | grep -E '^[.](ssh|aws|config|npmrc|gitconfig|netrc)$'`,
        "echo core > /proc/sys/kernel/core_pattern",
        "echo x > /sys/kernel/uevent_helper",
        "cat /dev/vda",
        "mount -t tmpfs x /usr",
      ].map((line) => `if (${line}) 2>/dev/null; then echo yes; else echo no; fi`);

      const ended = await run(
        kind,
        tries.join("\n"),
        { writable: [may] },
        {
          hidden: [secret],
          readable: [join(secret, "deps")],
        },
      );

      const answers = ended.stdout
        .trim()
        .split("\n")
        .map((line) => line.replace("libyes", "yes"));
      expect(answers).toEqual([
        "no",
        "yes",
        "no",
        "no",
        "no",
        "yes",
        "no",
        "no",
        "no",
        "no",
        "no",
        "no",
      ]);
      expect(existsSync(join(may, "x"))).toBe(true);
      expect(existsSync(join(outside, "x"))).toBe(false);
      expect(readFileSync(join(secret, "deps", "lib.js"), "utf8")).toBe("lib");
    });

    it.runIf(process.getuid?.() !== 0 || ownBound())(
      "bounds a fork bomb and is rid of it when time is out",
      async () => {
        const mark = `32.${process.pid}${kind.length}`;
        const bomb = `i=0; while [ $i -lt 1000 ]; do (sleep ${mark} &) || exit 7; i=$((i+1)); done`;

        const ended = await run(kind, bomb, { timeoutMs: 15_000 }, { maxProcesses: 320 });

        expect(ended.exitCode).not.toBe(0);
        expect(processesWith(`sleep ${mark}`)).toBe("");
      },
    );
  },
);
