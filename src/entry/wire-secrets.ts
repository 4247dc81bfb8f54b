import type { GitWorkspace } from "../adapters/git/workspace.ts";
import { mapStrings } from "../domain/map-strings.ts";
import type { Redactor } from "../domain/redact.ts";
import type { GitHub, Workspace } from "../ports.ts";
import type { Perform } from "../run/perform.ts";

/**
 * Results without secrets, before anything is decided by them: what a test or a model printed then
 * stands nowhere, neither in the journal nor in what is read off it.
 */
export function withoutSecrets(perform: Perform, hide: Redactor): Perform {
  return async (command, folded) => mapStrings(await perform(command, folded), hide);
}

/** The last look at whatever goes to GitHub: titles, bodies, summaries, review comments. */
export function discreetGitHub(github: GitHub, hide: Redactor): GitHub {
  const { conversation, checks, pullRequests } = github;
  return {
    ...github,
    conversation: {
      ...conversation,
      upsertComment: (issue, marker, body) => conversation.upsertComment(issue, marker, hide(body)),
    },
    checks: {
      setCheck: ({ title, summary, text, ...check }) =>
        checks.setCheck({ ...check, title: hide(title), summary: hide(summary), text: hide(text) }),
    },
    pullRequests: {
      ...pullRequests,
      upsert: (draft) =>
        pullRequests.upsert({ ...draft, title: hide(draft.title), body: hide(draft.body) }),
      review: (review) =>
        pullRequests.review({
          ...review,
          body: hide(review.body),
          comments: review.comments.map((each) => ({ ...each, body: hide(each.body) })),
        }),
    },
  };
}

/** Commits whose messages hold no secret. */
export function discreetCommits<W extends Workspace>(workspace: W, hide: Redactor): W {
  return {
    ...workspace,
    commit: (tree, parent, message, also) => workspace.commit(tree, parent, hide(message), also),
  };
}

/** For the report: it is read by people, so that a line more or less does no harm. */
export function discreetDiff<W extends Pick<GitWorkspace, "diff">>(
  workspace: W,
  hide: Redactor,
): W {
  return { ...workspace, diff: async (from, to) => hide(await workspace.diff(from, to)) };
}
