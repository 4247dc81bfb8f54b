import { createChecks } from "../adapters/github/checks.ts";
import { createConversation } from "../adapters/github/conversation.ts";
import type { Sleep } from "../adapters/github/github-client.ts";
import { createGitHubClient } from "../adapters/github/github-client.ts";
import { createRepository } from "../adapters/github/repository.ts";
import { checkLock } from "../adapters/journal/lock-file.ts";
import type { Connect, Site } from "./app/host.ts";
import type { ReadLock } from "./gate-host.ts";

export interface AppWiring {
  /** e.g. `https://api.github.com`. */
  readonly baseUrl: string;
  readonly sleep: Sleep;
  tokenFor(site: Site): Promise<string>;
  forget(site: Site): void;
  bot(): Promise<string>;
}

/**
 * Builds what the App uses on one repository. Anew for each delivery, because the workflow edits the
 * same comments and checks meanwhile: nothing remembered would be true.
 */
export function wireApp(wiring: AppWiring): Connect {
  const { baseUrl, sleep } = wiring;
  return async (site) => {
    const { owner, repo } = site;
    const token = await wiring.tokenFor(site);
    const onUnauthorized = () => wiring.forget(site);
    const client = createGitHubClient({ baseUrl, sleep, token, onUnauthorized });
    const ours = [await wiring.bot()];
    return {
      owner,
      repo,
      conversation: createConversation({ client, ours }),
      checks: createChecks({ client, owner, repo, detailsUrl: null }),
      repository: createRepository({ client, owner, repo }),
    };
  };
}

/** With a key only plans that carry the loop's signature are believed: any writer can push a ref. */
export function readLockWith(key: string | null): ReadLock {
  return (text) => checkLock(text, key);
}
