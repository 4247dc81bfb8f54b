import { expect, it } from "vitest";
import { fetchRelease } from "../support/npm-package.ts";
import { joinNothing } from "../support/real-issues.ts";
import { replayRealIssue } from "../support/replay-real-issue.ts";

it("works an issue of a published package from the label to a proven pull request", async () => {
  const release = fetchRelease(joinNothing.release);
  if (release.kind === "unreachable") {
    process.stdout.write("The package registry cannot be reached: nothing was replayed.\n");
    return;
  }

  const outcome = await replayRealIssue(joinNothing, release);

  expect(outcome).toEqual({
    pulls: [{ draft: false, title: joinNothing.title }],
    fileGate: "success",
    labels: ["tdd:done"],
    commits: ["red", "green"],
    changed: joinNothing.changed,
    exitAtRed: 2,
    exitAtHead: 0,
  });
}, 120_000);
