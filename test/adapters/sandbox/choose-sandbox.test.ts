import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { chooseSandbox } from "../../../src/adapters/sandbox/choose-sandbox.ts";

import { options, processesWith, ready, run, temporary } from "./sandboxes.ts";

describe.each(ready)("the $kind sandbox", ({ kind }) => {
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

  it("passes what it is told, and holds a conversation in lines", async () => {
    const heard: string[] = [];

    const told = await run(kind, "cat", { input: "one\ntwo\n" });
    const talked = await run(kind, 'read a; echo "$a?"; read b; echo "$b!"; cat', {
      input: "one\n",
      talk: (line, say) => {
        heard.push(line);
        // Twice and no more: then the program waits for what never comes.
        if (heard.length < 3) say(`two\u2028${heard.length}`);
      },
      timeoutMs: 1_500,
    });

    expect(told).toMatchObject({ exitCode: 0, stdout: "one\ntwo\n" });
    expect(heard.slice(0, 2)).toEqual(["one?", "two\u20281!"]);
    expect(talked.timedOut).toBe(true);
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
