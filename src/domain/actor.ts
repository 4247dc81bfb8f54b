/** Any account that can act on GitHub, by its numeric id; `type` is GitHub's: User, Bot … */
export interface Actor {
  readonly login: string;
  readonly id: number;
  readonly type: string;
}

/** Not every bot's login ends in "[bot]" (Copilot), so GitHub's own type counts as well. */
export function isBot(actor: Actor): boolean {
  return actor.type !== "User" || actor.login.endsWith("[bot]");
}
