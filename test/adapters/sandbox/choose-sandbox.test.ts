import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SandboxKind } from "../../../src/adapters/sandbox/choose-sandbox.ts";
import { chooseSandbox } from "../../../src/adapters/sandbox/choose-sandbox.ts";
import type { SandboxOptions } from "../../../src/adapters/sandbox/sandbox-view.ts";
import type { SandboxedProcess } from "../../../src/ports.ts";

const never = new AbortController().signal;
const options: SandboxOptions = {
  path: process.env["PATH"] ?? "/usr/bin:/bin",
  home: process.env["HOME"] ?? null,
  readable: [],
  hidden: [],
};
const kinds: SandboxKind[] = ["bubblewrap", "namespaces", "process"];
const choices = await Promise.all(
  kinds.map(async (kind) => ({ kind, chosen: await chooseSandbox(kind, options) })),
);
const ready = choices.flatMap(({ kind, chosen }) =>
  chosen.kind === "ready" ? [{ kind, walled: kind !== "process" }] : [],
);
for (const { chosen } of choices) {
  if (chosen.kind === "unavailable") process.stderr.write(`not tested here: ${chosen.why}\n`);
}

function temporary(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-test-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function run(
  kind: SandboxKind,
  command: string,
  more: Partial<SandboxedProcess> = {},
  changed: Partial<SandboxOptions> = {},
  signal: AbortSignal = never,
) {
  const chosen = await chooseSandbox(kind, { ...options, ...changed });
  if (chosen.kind === "unavailable") throw new Error(chosen.why);
  const asked: SandboxedProcess = {
    command,
    cwd: more.cwd ?? temporary(),
    env: {},
    writable: [],
    timeoutMs: 20_000,
    maxOutputBytes: 1_000_000,
    network: "off",
    ...more,
  };
  return await chosen.sandbox.run(asked, signal);
}

function processesWith(text: string): string {
  const shown = execFileSync("ps", ["-eo", "pid,stat,args"], { encoding: "utf8" });
  return shown
    .split("\n")
    .filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line))
    .join("\n");
}

describe.each(ready)("the $kind sandbox", ({ kind, walled }) => {
  it("gives exit code, both outputs and the directory it was asked for", async () => {
    const cwd = temporary();

    const ended = await run(kind, "pwd; echo bad >&2; echo x > made; exit 3", { cwd });

    expect(ended).toMatchObject({ exitCode: 3, signal: null, stdout: `${cwd}\n`, stderr: "bad\n" });
    expect(ended).toMatchObject({ timedOut: false, outputCut: false });
    expect(readFileSync(join(cwd, "made"), "utf8")).toBe("x\n");
  });

  it("gives only the environment that was passed, and no input", async () => {
    process.env["GITHUB_TOKEN"] = "ghs_planted";
    onTestFinished(() => void delete process.env["GITHUB_TOKEN"]);

    const ended = await run(kind, "env | cut -d= -f1 | sort | tr '\\n' ' '; cat; test -d $HOME", {
      env: { ASKED: "1" },
    });

    const names = ended.stdout.trim().split(" ");
    const always = ["HOME", "LANG", "NO_COLOR", "PATH", "PWD", "PYTHONDONTWRITEBYTECODE", "TMPDIR"];
    expect(
      names.filter((name) => !["TDD_LOOP_RUN", "_", "OLDPWD", "SHLVL"].includes(name)),
    ).toEqual(["ASKED", ...always].sort());
    expect(ended.exitCode).toBe(0);
  });

  it("throws home and temporary files away", async () => {
    const first = await run(kind, "echo x > $HOME/kept; echo x > $TMPDIR/kept; echo $HOME $TMPDIR");

    const [home = "", tmp = ""] = first.stdout.trim().split(" ");
    const second = await run(kind, `ls -A ${home} ${tmp}; ls -A $HOME`);

    expect(first.exitCode).toBe(0);
    expect(second.stdout).not.toContain("kept");
    expect(existsSync(join(home, "kept")) || existsSync(join(tmp, "kept"))).toBe(false);
  });

  it("ends everything when time is out, a double-forked survivor too", async () => {
    const mark = `31.${process.pid}${kind.length}`;
    const daemon = `(setsid sh -c 'setsid sleep ${mark} &' &)`;

    const late = await run(kind, `${daemon}; sleep 30`, { timeoutMs: 400 });
    const done = await run(kind, `${daemon}; env -i setsid sh -c 'sleep ${mark} &'; echo ended`);

    expect(late).toMatchObject({ timedOut: true });
    expect(late.durationMs).toBeLessThan(10_000);
    expect(done).toMatchObject({ exitCode: 0, stdout: "ended\n", timedOut: false });
    expect(done.durationMs).toBeLessThan(10_000);
    expect(processesWith(`sleep ${mark}`)).toBe("");
  });

  it("cuts a flood of output and ends what makes it", async () => {
    const ended = await run(kind, "yes", { maxOutputBytes: 100_000 });

    expect(ended).toMatchObject({ outputCut: true, timedOut: false });
    expect(ended.stdout.length + ended.stderr.length).toBe(100_000);
  });

  it("ends soon after it is aborted", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);

    const ended = await run(kind, "sleep 30", {}, {}, controller.signal);

    expect(ended.timedOut).toBe(false);
    expect(ended.durationMs).toBeLessThan(10_000);
  });

  it("tells a crash by its signal", async () => {
    const ended = await run(kind, "sh -c 'kill -SEGV $$'; exit $?");

    expect(ended).toMatchObject({ exitCode: null, signal: "SIGSEGV" });
  });

  it("leaves the loop alive when what runs inside kills its whole group", async () => {
    const ended = await run(kind, "sleep 30 & kill -9 0", { timeoutMs: 10_000 });

    expect(ended.timedOut).toBe(false);
    expect(ended.exitCode).not.toBe(0);
  });

  it.runIf(walled)("has neither network, other processes nor a way to gain rights", async () => {
    const server = createServer((_, response) => response.end("reached"));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;

    const net = await run(kind, `curl -sS -m 3 http://127.0.0.1:${port} || echo refused`);
    const on = await run(kind, `curl -sS -m 3 http://127.0.0.1:${port}`, { network: "on" });
    const seen = await run(
      kind,
      "id -u; grep NoNewPrivs /proc/self/status; cat /proc/*/environ | tr '\\0' '\\n'; ls /proc | grep -c '^[0-9]'",
    );

    expect(net.stdout).toBe("refused\n");
    expect(on.stdout).toBe("reached");
    const lines = seen.stdout.trim().split("\n");
    expect(lines[0]).not.toBe("0");
    expect(lines[1]).toMatch(/NoNewPrivs:\s+1/);
    expect(seen.stdout).not.toContain("VITEST");
    expect(Number(lines.at(-1))).toBeLessThan(12);
  });

  it.runIf(walled)("has a loopback of its own, for tests that start servers", async () => {
    const script = `const s = require("http").createServer((q, r) => r.end("own")).listen(0, "127.0.0.1", () =>
      fetch("http://127.0.0.1:" + s.address().port).then((r) => r.text()).then((t) => { console.log(t); s.close(); }))`;
    const cwd = temporary();
    writeFileSync(join(cwd, "own.cjs"), script);

    expect(await run(kind, "node own.cjs", { cwd })).toMatchObject({
      exitCode: 0,
      stdout: "own\n",
    });
  });

  it.runIf(walled)("writes nowhere but where it may, and does not see what is hidden", async () => {
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

  it.runIf(walled)("bounds a fork bomb and is rid of it when time is out", async () => {
    const mark = `32.${process.pid}${kind.length}`;
    const bomb = `i=0; while [ $i -lt 1000 ]; do (sleep ${mark} &) || exit 7; i=$((i+1)); done`;

    const ended = await run(kind, bomb, { timeoutMs: 15_000 }, { maxProcesses: 320 });

    expect(ended.exitCode).not.toBe(0);
    expect(processesWith(`sleep ${mark}`)).toBe("");
  });
});

describe("the choice of a sandbox", () => {
  it("takes the strongest that works, and says so when the network stays open", async () => {
    const chosen = await chooseSandbox("auto", options);

    const strongest = ready[0]?.kind ?? "process";
    expect(chosen).toMatchObject({ kind: "ready" });
    expect(chosen.kind === "ready" && chosen.sandbox.name.split(" ")[0]).toBe(strongest);
    const open = await chooseSandbox("process", options);
    expect(open.kind === "ready" && open.sandbox.name).toBe("process (network open)");
  });

  it("never replaces a sandbox asked for by name, and says how to get it", async () => {
    const path = process.env["PATH"];
    process.env["PATH"] = "/nonexistent";
    onTestFinished(() => {
      process.env["PATH"] = path;
    });

    const chosen = await chooseSandbox("bubblewrap", { ...options, path: "/nonexistent" });

    expect(chosen).toMatchObject({ kind: "unavailable" });
    expect(chosen.kind === "unavailable" && chosen.fix).toContain("apt-get install bubblewrap");
  });
});
