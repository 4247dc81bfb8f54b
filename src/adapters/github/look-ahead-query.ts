/** What somebody is about to ask of a repository; all of it costs one request. */
export interface Ahead {
  /** Whose role is wanted. */
  readonly login?: string;
  readonly issue?: number;
  /** Path of a file of the default branch, whose head is told as well. */
  readonly config?: string;
  /** Open pull requests of this commit. */
  readonly commit?: string;
  /** A file in a ref that is no branch. */
  readonly refFile?: { readonly ref: string; readonly path: string };
}

/** GraphQL fields of GitHub's public schema; each is asked for only when wanted. */
const FIELDS = {
  config: [
    "config: object(expression: $config) { ... on Blob { text isTruncated } }",
    "defaultBranchRef { target { oid ... on Commit { tree { oid } } } }",
  ].join("\n"),
  login: "collaborators(login: $login, first: 1) { edges { permission node { login } } }",
  issue: "issue(number: $issue) { number title body state }",
  commit: `commit: object(expression: $commit) { ... on Commit {
    associatedPullRequests(first: 100) { totalCount nodes {
      number state body headRefName headRefOid baseRefName isCrossRepository headRepository { id }
    } }
  } }`,
  refFile: "refFile: object(expression: $refFile) { ... on Blob { text isTruncated } }",
} as const;

type Field = keyof typeof FIELDS;

/** One document for all that is wanted; the same words give the same text, byte for byte. */
export function lookAheadQuery(
  owner: string,
  name: string,
  ahead: Ahead,
): { readonly query: string; readonly variables: Record<string, unknown> } {
  const wanted = variablesOf(ahead);
  const names = (Object.keys(FIELDS) as Field[]).filter((field) => wanted[field] !== undefined);
  const types = names.map((field) => `$${field}: ${field === "issue" ? "Int!" : "String!"}`);
  const query = `query ($owner: String!, $name: String!, ${types.join(", ")}) {
    repository(owner: $owner, name: $name) {
      ${names.map((field) => FIELDS[field]).join("\n")}
    }
  }`;
  return { query, variables: { owner, name, ...wanted } };
}

function variablesOf({
  config,
  refFile,
  ...plain
}: Ahead): Readonly<Partial<Record<Field, unknown>>> {
  return {
    ...plain,
    ...(config && { config: `HEAD:${config}` }),
    ...(refFile && { refFile: `${refFile.ref}:${refFile.path}` }),
  };
}
