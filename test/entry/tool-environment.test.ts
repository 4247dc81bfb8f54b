import { describe, expect, it } from "vitest";
import { toolEnvironment } from "../../src/entry/tool-environment.ts";

describe("the environment of repository code", () => {
  it("tells shims where their versions are, as HOME is not there", () => {
    const path = "/home/ada/.pyenv/shims:/home/ada/.rbenv/shims:/opt/other/shims:/usr/bin";

    expect(toolEnvironment({ PATH: path, HOME: "/home/ada" })).toEqual({
      PATH: path,
      PYENV_ROOT: "/home/ada/.pyenv",
      RBENV_ROOT: "/home/ada/.rbenv",
    });
  });

  it("keeps what was set and nothing that may be secret", () => {
    const env = { PATH: "/usr/bin", PYENV_ROOT: "/opt/pyenv", GITHUB_TOKEN: "secret" };

    expect(toolEnvironment(env)).toEqual({ PATH: "/usr/bin", PYENV_ROOT: "/opt/pyenv" });
  });
});
