import type { Actor } from "../domain/actor.ts";
import { isBot } from "../domain/actor.ts";
import type { Config } from "../domain/config.ts";
import type { Permission } from "../domain/permission.ts";
import { permits } from "../domain/permission.ts";

/** Who wants a run, of what, and how it was said: facts of a signed event, nothing looked up. */
export interface Asking {
  readonly via: Via;
  readonly actor: Actor;
  readonly issue: {
    readonly number: number;
    readonly state: string;
    readonly isPullRequest: boolean;
  };
}

export type Via =
  | { readonly kind: "label"; readonly label: string }
  | { readonly kind: "comment"; readonly action: string; readonly authorId: number }
  | { readonly kind: "dispatch" };

/** What had to be looked up. An outage is `unknown`, which never admits (case family W, table Q14). */
export interface Standing {
  readonly permission: Permission | "unknown";
  /** For bots, the id of their app; null when it could not be told. */
  readonly appId: number | null;
}

export type Admission =
  | { readonly kind: "admitted"; readonly actor: Actor }
  | {
      readonly kind: "refused";
      readonly why: RefusalCode;
      /** For the person, in our words only; null where any word would be noise. */
      readonly answer: string | null;
      /** Whether the comment or issue gets one "confused" reaction. */
      readonly react: boolean;
    };

export type RefusalCode =
  | "OTHER_LABEL"
  | "NOT_CREATED"
  | "NOT_THE_AUTHOR"
  | "BOT_ACTOR"
  | "WRONG_CONTEXT"
  | "ISSUE_CLOSED"
  | "UNAUTHORIZED"
  | "PERMISSION_UNKNOWN";

type Rules = Pick<Config, "label" | "permission" | "allowedBots">;

/**
 * Decides who may start or steer a run, from the signed event and the person's real role
 * (security.md 1.4, rules 1 and 2). Strangers and bots get no words: words can be made to loop.
 */
export function admit(asking: Asking, standing: Standing, rules: Rules): Admission {
  const refused = refuseEvent(asking, rules) ?? refuseActor(asking.actor, standing, rules);
  return refused ?? refuseIssue(asking) ?? { kind: "admitted", actor: asking.actor };
}

/**
 * What can be refused before anything is looked up, so that a stranger costs no request: null means
 * that the actor's standing has to be asked for.
 */
export function refuseEvent(asking: Asking, rules: Pick<Rules, "label">): Admission | null {
  const via = asking.via;
  if (via.kind === "label" && via.label.toLowerCase() !== rules.label.toLowerCase()) {
    return silence("OTHER_LABEL");
  }
  if (via.kind !== "comment") return null;
  if (via.action !== "created") return silence("NOT_CREATED");
  return via.authorId === asking.actor.id ? null : silence("NOT_THE_AUTHOR");
}

function refuseActor(actor: Actor, standing: Standing, rules: Rules): Admission | null {
  if (isBot(actor)) {
    const listed = standing.appId !== null && rules.allowedBots.includes(standing.appId);
    return listed ? null : silence("BOT_ACTOR");
  }
  if (standing.permission === "unknown") return reaction("PERMISSION_UNKNOWN");
  return permits(standing.permission, rules.permission) ? null : reaction("UNAUTHORIZED");
}

function refuseIssue(asking: Asking): Admission | null {
  if (asking.issue.isPullRequest) {
    return answer("WRONG_CONTEXT", "Commands work on issues, not on pull requests.");
  }
  if (asking.issue.state === "open") return null;
  return answer("ISSUE_CLOSED", "This issue is closed. Reopen it, then ask again.");
}

function silence(why: RefusalCode): Admission {
  return { kind: "refused", why, answer: null, react: false };
}

function reaction(why: RefusalCode): Admission {
  return { kind: "refused", why, answer: null, react: true };
}

function answer(why: RefusalCode, text: string): Admission {
  return { kind: "refused", why, answer: text, react: false };
}
