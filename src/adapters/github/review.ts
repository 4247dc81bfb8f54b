import type { Review } from "../../domain/shown-on-github.ts";
import { capBody } from "./cap-body.ts";
import { isInRanges, readDiffRanges } from "./diff-ranges.ts";
import type { GitHubClient } from "./github-client.ts";
import { createOnce, statusOf } from "./github-client.ts";

interface ReviewPlace {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
  readonly ours: readonly string[];
  readonly mayExist?: boolean;
}

type Comment = Review["comments"][number];

/**
 * Posts one review, never twice: it is found by its marker. The event is COMMENT, because an author
 * can neither approve nor refuse his own pull request (github-facts 29).
 */
export async function postReview(place: ReviewPlace, review: Review): Promise<void> {
  if (place.mayExist !== false && (await find(place, review)) !== null) return;
  const ranges = readDiffRanges(review.diff);
  const inside = review.comments.filter((c) => isInRanges(ranges, c.path, c.line));
  const outside = review.comments.filter((c) => !inside.includes(c));
  await createOnce(
    place.client.sleep,
    () => find(place, review),
    () => create(place, review, inside, outside),
  );
}

async function create(
  place: ReviewPlace,
  review: Review,
  inside: readonly Comment[],
  outside: readonly Comment[],
): Promise<number> {
  try {
    return await send(place, review, inside, outside);
  } catch (error) {
    // One anchor that GitHub sees otherwise would lose the whole review: say it all in the body.
    if (statusOf(error) !== 422 || inside.length === 0) throw error;
    return send(place, review, [], review.comments);
  }
}

async function send(
  place: ReviewPlace,
  review: Review,
  inside: readonly Comment[],
  outside: readonly Comment[],
): Promise<number> {
  const made = await place.client.octokit.rest.pulls.createReview({
    owner: place.owner,
    repo: place.repo,
    pull_number: review.number,
    commit_id: review.sha,
    event: "COMMENT",
    body: bodyOf(review, outside),
    comments: inside.map((c) => ({
      path: c.path,
      line: c.line,
      side: "RIGHT",
      body: capBody(c.body),
    })),
  });
  return made.data.id;
}

function bodyOf(review: Review, outside: readonly Comment[]): string {
  const head = review.body.includes(review.marker)
    ? review.body
    : `${review.marker}\n${review.body}`;
  if (outside.length === 0) return capBody(head);
  const list = outside.map((c) => `**\`${c.path.replaceAll("`", "'")}:${c.line}\`**\n\n${c.body}`);
  return capBody(`${head}\n\n### Outside the diff\n\n${list.join("\n\n")}`);
}

async function find(place: ReviewPlace, review: Review): Promise<number | null> {
  const { octokit } = place.client;
  const reviews = await octokit.paginate(octokit.rest.pulls.listReviews, {
    owner: place.owner,
    repo: place.repo,
    pull_number: review.number,
    per_page: 100,
  });
  const mine = reviews.find(
    (known) => place.ours.includes(known.user?.login ?? "") && known.body.includes(review.marker),
  );
  return mine?.id ?? null;
}
