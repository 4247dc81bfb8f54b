import type { Config } from "../../domain/config.ts";
import { ConfigError } from "../../domain/config.ts";
import { configPath } from "../../domain/config-path.ts";
import type { IssueRef } from "../../domain/issue-ref.ts";
import { ProfileName } from "../../domain/rules.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import { refusedCommands } from "../../gates/command-policy/refusal.ts";
import { whyNotAway } from "../../loop/away/is-away.ts";
import { rulesOf } from "../../loop/profiles.ts";
import { checkFramework } from "../wire-framework.ts";

/** What starts a run, before the profile's rules are laid under it. */
export interface NewRun {
  readonly runId: string;
  readonly origin: RunRequest["origin"];
  readonly issue: IssueRef;
  readonly title: string;
  readonly body: string;
  readonly bodySha256: string;
  readonly actor: string;
  readonly base: string | null;
  /** Of the command; null takes the config's. */
  readonly profile: string | null;
  readonly config: Config;
  readonly planOnly?: boolean | undefined;
  readonly allowed?: readonly string[] | undefined;
  /** A loop spec that a person keeps in a file. */
  readonly loopSpec?: RunRequest["loopSpec"] | undefined;
}

/**
 * The journal's first line: the issue as it is now, with the rules of its profile.
 * @throws ConfigError for an unknown profile, one that this version cannot carry out, or a
 *   command that the command policy refuses
 */
export function newRequest(given: NewRun): RunRequest {
  const { bodySha256, profile, config, allowed, planOnly, loopSpec, ...rest } = given;
  const named = ProfileName.safeParse(profile ?? config.profile);
  if (!named.success) {
    const known = ProfileName.options.join(", ");
    throw new ConfigError(`There is no profile "${profile}". The profiles are: ${known}.`);
  }
  const reading = rulesOf(named.data, config.rules as Partial<RunRequest["rules"]>);
  if (reading.kind === "refused") throw new ConfigError(reading.why);
  const stuck = whyNotAway({ rules: reading.rules, origin: given.origin });
  if (stuck !== null) throw new ConfigError(stuck);
  checkFramework(config.framework, `framework in ${configPath}`);
  const refused = refusedCommands(config);
  if (refused.length > 0) throw new ConfigError(refused.join("\n"));
  const { rules } = reading;
  const more = {
    ...(allowed === undefined ? {} : { allowed: [...allowed] }),
    ...(planOnly === undefined ? {} : { planOnly }),
    ...(loopSpec === undefined ? {} : { loopSpec }),
  };
  return { ...rest, issueSha256: bodySha256, profile: named.data, rules, config, ...more };
}
