import { expect, it } from "vitest";
import { debianFile } from "../support/debian-package.ts";
import { fetchRelease } from "../support/npm-package.ts";
import { limitedSlugs, limitedSlugsBase, limitedSlugsPackage } from "../support/python-issue.ts";
import { bracketPaths, prependParts } from "../support/real-issues.ts";
import { replayRealIssue } from "../support/replay-real-issue.ts";

/** `npm run test:nightly`: minutes, not seconds. */
const isNightly = process.env["TDD_LOOP_NIGHTLY"] === "1";

const done = {
  fileGate: "success",
  labels: ["tdd:done"],
  commits: ["red", "green"],
  exitAtRed: expect.any(Number),
  exitAtHead: 0,
};

it.runIf(isNightly).each([prependParts, bracketPaths])(
  "works the issue of $release.name from the label to a proven pull request",
  async (issue) => {
    const release = fetchRelease(issue.release);
    if (release.kind === "unreachable") {
      process.stdout.write("The package registry cannot be reached: nothing was replayed.\n");
      return;
    }

    const outcome = await replayRealIssue(issue, release);

    const pulls = [{ draft: false, title: issue.title }];
    expect(outcome).toEqual({ ...done, pulls, changed: issue.changed });
    expect(outcome.exitAtRed).not.toBe(0);
  },
  300_000,
);

it.runIf(isNightly)(
  "works the issue of a Python library from the label to a proven pull request",
  async () => {
    const source = debianFile(limitedSlugsPackage, "usr/lib/python3/dist-packages/inflection.py");
    if (source === null) {
      process.stdout.write("The Debian package cannot be had: nothing was replayed.\n");
      return;
    }

    const files = { ...limitedSlugsBase, "inflection.py": source };
    const outcome = await replayRealIssue(limitedSlugs, { files, modules: null });

    const pulls = [{ draft: false, title: limitedSlugs.title }];
    expect(outcome).toEqual({ ...done, pulls, changed: limitedSlugs.changed });
    expect(outcome.exitAtRed).not.toBe(0);
  },
  300_000,
);
