import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createViewPlanner } from "../../../src/adapters/sandbox/sandbox-view.ts";
import { etcSecrets } from "../../../src/adapters/sandbox/system-view.ts";
import { options, ready, run, temporary } from "./sandboxes.ts";

function program(path: string, says: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho ${says}\n`);
  chmodSync(path, 0o755);
}

describe.each(ready.filter(({ walled }) => walled))(
  "what is seen in the $kind sandbox",
  ({ kind }) => {
    it("shows neither passwords nor the directories of other people and services", async () => {
      const other = temporary();
      writeFileSync(join(other, "diary"), "private");
      const places = [
        "/srv",
        "/mnt",
        "/media",
        "/boot",
        "/var/log",
        "/var/lib/dpkg",
        "/.dockerenv",
      ];
      const command = [
        "cat /etc/shadow /etc/gshadow /etc/sudoers /etc/ssh/* 2>/dev/null | wc -c",
        `ls -d ${places.join(" ")} ${other} 2>/dev/null | wc -l`,
        "ls -A /home /root 2>/dev/null | grep -E '^[.](ssh|aws|config|npmrc|netrc)$'",
        "test -r /etc/passwd && sh -c 'echo works'",
      ].join("; ");

      const ended = await run(kind, command);

      expect(ended.stdout.trim().split(/\s+/)).toEqual(["0", "0", "works"]);
    });

    it("finds a toolchain under a home, through links, and nothing beside it", async () => {
      const home = temporary();
      program(join(home, ".nvm/versions/node/v1/bin/tool"), "from-nvm");
      writeFileSync(join(home, ".nvm/versions/node/v1/lib"), "library");
      program(join(home, ".pyenv/versions/3/bin/real"), "from-pyenv");
      mkdirSync(join(home, "bin"));
      symlinkSync(join(home, ".pyenv/versions/3/bin/real"), join(home, ".pyenv/current"));
      symlinkSync(join(home, ".pyenv/current"), join(home, "bin/linked"));
      mkdirSync(join(home, ".ssh"));
      writeFileSync(join(home, ".ssh/id"), "private");
      const path = `${join(home, ".nvm/versions/node/v1/bin")}:${join(home, "bin")}:${options.path}`;
      const look = `cat ${home}/.nvm/versions/node/v1/lib; ls -A ${home} | tr '\\n' ' '`;

      const ended = await run(kind, `tool; linked; ${look}`, {}, { home, path });

      expect(ended.stdout).toBe("from-nvm\nfrom-pyenv\nlibrary.nvm .pyenv bin ");
    });

    it("runs a carried virtual environment whose interpreter lies elsewhere", async () => {
      const [home, carried] = [temporary(), join(temporary(), "venv")];
      program(join(home, "pythons/3/bin/python"), "interpreter");
      mkdirSync(join(carried, "bin"), { recursive: true });
      symlinkSync(join(home, "pythons/3/bin/python"), join(carried, "bin/python"));

      const ended = await run(kind, `${carried}/bin/python`, {}, { home, readable: [carried] });

      expect(ended.stdout).toBe("interpreter\n");
    });
  },
);

describe("the plan of a view", () => {
  it("hides in what is shown and shows in what is hidden: the innermost word counts", () => {
    const top = temporary();
    mkdirSync(join(top, "deps/state/kept"), { recursive: true });
    const [deps, state, kept] = ["deps", "deps/state", "deps/state/kept"].map((p) => join(top, p));
    const plan = createViewPlanner({
      ...options,
      readable: [deps ?? "", kept ?? ""],
      hidden: [top, state ?? ""],
    });

    const steps = plan({ cwd: top, writable: [], env: {} }).filter(({ path }) =>
      path.startsWith(top),
    );

    expect(steps).toEqual([
      { kind: "read", path: deps },
      { kind: "empty", path: state },
      { kind: "read", path: kept },
      { kind: "write", path: top },
    ]);
  });

  it("takes from /etc what not everybody may read, and credentials by name", () => {
    const etc = temporary();
    const files = { passwd: 0o644, shadow: 0o644, "app/token": 0o600, "ssl/private/key": 0o644 };
    for (const [name, mode] of Object.entries(files)) {
      mkdirSync(dirname(join(etc, name)), { recursive: true });
      writeFileSync(join(etc, name), "");
      chmodSync(join(etc, name), mode);
    }

    expect(etcSecrets(etc).sort()).toEqual(
      ["app/token", "shadow", "ssl/private"].map((name) => join(etc, name)),
    );
  });

  it("never shows a whole home or root because a program lies right in it", () => {
    const home = temporary();
    program(join(home, "tool"), "x");
    const links = temporary();
    symlinkSync(join(home, "tool"), join(links, "tool"));

    const plan = createViewPlanner({ ...options, home, path: `${home}:/:${links}` });
    const reads = plan({ cwd: "/usr", writable: [], env: { JAVA_HOME: "/" } })
      .filter(({ kind }) => kind === "read")
      .map(({ path }) => path);

    expect(reads).toContain(join(home, "tool"));
    expect(reads).not.toContain(home);
    expect(reads).not.toContain("/");
  });
});
