import { describe, expect, it } from "vitest";
import { refuseRunner } from "../../../src/entry/action/refuse-runner.ts";

const seen = (isPrivate: boolean | undefined) => ({
  repository: {
    ...{ name: "shop", default_branch: "main", owner: { login: "acme" } },
    ...(isPrivate === undefined ? {} : { private: isPrivate }),
  },
});

describe("a runner that outlives its job", () => {
  it("is refused for a public repository, with both ways out", () => {
    const why = refuseRunner({ isSelfHosted: true, payload: seen(false) }, "auto");
    expect(why).toContain("runs-on: ubuntu-24.04");
    expect(why).toContain("sandbox: bubblewrap");
  });

  it.each([
    ["the machine is GitHub's", false, false, "auto"],
    ["the repository is private", true, true, "auto"],
    ["the event does not tell", true, undefined, "auto"],
    ["the maintainers named the isolation", true, false, "namespaces"],
    ["the maintainers named that there is none", true, false, "process"],
  ] as const)("is taken when %s", (_why, isSelfHosted, isPrivate, sandbox) => {
    expect(refuseRunner({ isSelfHosted, payload: seen(isPrivate) }, sandbox)).toBeNull();
  });
});
