import type { RequiredCheck } from "../../domain/required-check.ts";
import type { GitHubClient } from "./github-client.ts";

/** Checks that the default branch asks for, by branch protection and by rulesets. */
export async function readRequiredChecks(
  { octokit }: GitHubClient,
  at: { readonly owner: string; readonly repo: string },
): Promise<RequiredCheck[]> {
  const { repos } = octokit.rest;
  const branch = (await repos.get(at)).data.default_branch;
  const found = await repos.getBranch({ ...at, branch });
  const classic = found.data.protection.required_status_checks?.checks ?? [];
  const rules = await repos.getBranchRules({ ...at, branch, per_page: 100 });
  const ruled = rules.data.flatMap((rule) =>
    rule.type === "required_status_checks" ? (rule.parameters?.required_status_checks ?? []) : [],
  );
  return [
    ...classic.map(({ context, app_id }) => ({ context, appId: app_id })),
    ...ruled.map(({ context, integration_id }) => ({ context, appId: integration_id ?? null })),
  ];
}
