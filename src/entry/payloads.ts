import { z } from "zod";

/** The fields of GitHub's events that we read, and no others. */
export const Account = z.object({ login: z.string(), id: z.number(), type: z.string() });

/** A part of an address: no path leads out of it. */
const Name = z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/);

export const RepositoryPart = z.object({
  name: Name,
  default_branch: z.string(),
  owner: z.object({ login: Name }),
  /** False says that anybody can see it; absent where the event does not tell. */
  private: z.boolean().optional(),
});

const Issue = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  body: z.string().nullable(),
  state: z.string(),
  updated_at: z.string(),
  comments: z.number().int().optional(),
  pull_request: z.unknown().optional(),
});

export const IssuesLabeled = z.object({
  action: z.literal("labeled"),
  issue: Issue,
  label: z.object({ name: z.string() }),
  sender: Account,
});

export const IssueCommented = z.object({
  action: z.string(),
  issue: Issue,
  comment: z.object({
    id: z.number().int(),
    body: z.string().nullable(),
    updated_at: z.string(),
    user: Account.nullable(),
  }),
  sender: Account,
});

export const PullRequestEvent = z.object({
  action: z.string(),
  pull_request: z.object({
    number: z.number().int().positive(),
    head: z.object({
      ref: z.string(),
      sha: z.string(),
      repo: z.object({ id: z.number() }).nullable(),
    }),
    base: z.object({ ref: z.string(), repo: z.object({ id: z.number() }) }),
    body: z.string().nullish(),
  }),
});

export const MergeGroupEvent = z.object({
  action: z.string(),
  merge_group: z.object({ head_sha: z.string(), head_ref: z.string() }),
});

export const CheckRunEvent = z.object({
  action: z.string(),
  check_run: z.object({
    name: z.string(),
    head_sha: z.string(),
    pull_requests: z.array(z.object({ number: z.number().int().positive() })).default([]),
    check_suite: z.object({ head_branch: z.string().nullable() }).optional(),
  }),
});

export const RepositoryEvent = z.object({ repository: RepositoryPart });

export const DispatchedEvent = z.object({ sender: Account });

/** Where an event comes from and with whose eyes the App may look at it. */
export const EventSource = z.object({
  repository: RepositoryPart,
  installation: z.object({ id: z.number().int().positive() }),
});
export type EventSource = z.infer<typeof EventSource>;
