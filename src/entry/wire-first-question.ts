import { lookAheadQuery } from "../adapters/github/look-ahead-query.ts";
import { isBot } from "../domain/actor.ts";
import { configPath } from "../domain/config-path.ts";
import type { EarlyAnswer } from "../domain/early-answer.ts";
import type { FirstQuestion } from "./early-answer.ts";
import { askEarly } from "./early-answer.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What will be asked of GitHub first, so that it can be under way while the program loads. It only
 * guesses: whoever really asks compares the text, and asks anew when this was another question.
 * @returns null when the event is no order, or says too little
 */
export function firstQuestion(
  eventName: string,
  payload: unknown,
  env: Environment,
): FirstQuestion | null {
  const token = (env["INPUT_GITHUB-TOKEN"] ?? "").trim() || (env["GITHUB_TOKEN"] ?? "");
  const [owner = "", repo = ""] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
  const asked = askedBy(eventName, payload as LooseEvent | null, env);
  if (token === "" || repo === "" || asked === null) return null;
  const { issue, sender } = asked;
  const login = isBot(sender) ? {} : { login: sender.login };
  const { query, variables } = lookAheadQuery(owner, repo, { config: configPath, issue, ...login });
  return { url: graphqlUrl(env), body: JSON.stringify({ query, variables }), token };
}

/** Sends that question, when there is one, and does not wait. */
export function askFirst(
  eventName: string,
  payload: unknown,
  env: Environment,
): EarlyAnswer | null {
  const question = firstQuestion(eventName, payload, env);
  return question && askEarly(question);
}

/** As Octokit derives it: GitHub Enterprise Server has both APIs below one path. */
function graphqlUrl(env: Environment): string {
  const base = env["GITHUB_API_URL"] ?? "https://api.github.com";
  return `${base.replace(/\/api\/v3\/?$/, "/api").replace(/\/$/, "")}/graphql`;
}

interface LooseEvent {
  readonly issue?: { readonly number?: unknown } | null;
  readonly sender?: { readonly login?: unknown; readonly id?: unknown; readonly type?: unknown };
}

function askedBy(eventName: string, event: LooseEvent | null, env: Environment) {
  const { login, id, type } = event?.sender ?? {};
  if (typeof login !== "string" || typeof id !== "number" || typeof type !== "string") return null;
  const sender = { login, id, type };
  if (eventName === "workflow_dispatch") return dispatchedBy(sender, env);
  if (eventName !== "issues" && eventName !== "issue_comment") return null;
  const issue = event?.issue?.number;
  return typeof issue === "number" ? { issue, sender } : null;
}

/** Only the App speaks for somebody else. */
function dispatchedBy(sender: Parameters<typeof isBot>[0], env: Environment) {
  const input = (name: string) => (env[`INPUT_${name}`] ?? "").trim();
  // A task's job asks git, and nothing of GitHub.
  if (input("TASK") !== "") return null;
  const issue = Number(input("ISSUE"));
  if (!Number.isSafeInteger(issue) || issue <= 0) return null;
  const speaks = sender.type === "Bot" && input("CLAIM") === "app" && input("ACTOR") !== "";
  return { issue, sender: speaks ? { login: input("ACTOR"), id: 0, type: "User" } : sender };
}
