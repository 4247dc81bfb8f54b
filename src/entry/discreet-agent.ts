import { mapStrings } from "../domain/map-strings.ts";
import type { Agent } from "../ports.ts";

/** What an agent says, without the secrets that it was given: before it is shown or kept anywhere. */
export function discreetAgent(agent: Agent, redact: (text: string) => string): Agent {
  return {
    takeTurn: async (turn, signal) => {
      const reply = await agent.takeTurn(turn, signal);
      return mapStrings(reply, redact);
    },
  };
}
