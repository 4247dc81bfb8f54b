import type { Probot } from "probot";
import type { Site } from "./host.ts";

/** Tokens for one repository each, with the rights that the App needs there and no others. */
export interface InstallationTokens {
  tokenFor(site: Site): Promise<string>;
  /** The site's token was refused as not valid (401): the next one is asked for anew (case W39). */
  forget(site: Site): void;
  /** The App's own login. */
  bot(): Promise<string>;
}

/** What each token may do, and so what app.yml has to ask for. */
export const permissionsAsked = {
  actions: "write",
  checks: "write",
  contents: "write",
  issues: "write",
  metadata: "read",
  pull_requests: "write",
} as const;

/** Asked anew this long before they end, so that no request carries a dying token. Milliseconds. */
const SPARE_MS = 10 * 60_000;
const MAX_TOKENS = 5000;

/**
 * Mints down-scoped tokens through the App's own client: `context.octokit` would go to github.com
 * even where the App is registered on another server, and its token sees the whole installation.
 */
export function createInstallationTokens(app: Probot, now: () => number): InstallationTokens {
  const tokens = new Map<string, { token: string; until: number }>();
  let slug: string | null = null;
  return {
    async tokenFor(site) {
      const { installationId, repo } = site;
      const key = keyOf(site);
      const known = tokens.get(key);
      if (known !== undefined && known.until > now()) return known.token;
      const octokit = await app.auth();
      const { data } = await octokit.rest.apps.createInstallationAccessToken({
        installation_id: installationId,
        repositories: [repo],
        permissions: permissionsAsked,
      });
      if (tokens.size >= MAX_TOKENS) tokens.clear();
      tokens.set(key, { token: data.token, until: Date.parse(data.expires_at) - SPARE_MS });
      return data.token;
    },
    forget: (site) => void tokens.delete(keyOf(site)),
    async bot() {
      if (slug === null) {
        const octokit = await app.auth();
        slug = (await octokit.rest.apps.getAuthenticated()).data?.slug ?? "";
      }
      return `${slug}[bot]`;
    },
  };
}

function keyOf({ installationId, owner, repo }: Site): string {
  return `${installationId}/${owner}/${repo}`;
}
