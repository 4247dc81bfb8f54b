import { expect, test } from "vitest";
import { messagesRequest } from "../../../src/adapters/agent/messages-request.ts";
import type { AgentTool } from "../../../src/adapters/agent/tools.ts";
import { aTurn } from "./work-dir.ts";

const tool = (name: string): AgentTool => ({
  ...{ name, description: name, inputSchema: { type: "object" } },
  call: async () => ({ kind: "text", text: "", isError: false }),
});
const said = (role: "user" | "assistant") =>
  ({ role, content: [{ type: "text", text: role }] }) as const;

test("marks the tools that all roles have where a role shares no block, with at most four marks", () => {
  const tools = [tool("read"), tool("give_up"), tool("finish_suggestions")];
  const talk = ["user", "assistant", "user", "assistant", "user"] as const;
  const requestOf = (shared: string) =>
    messagesRequest("model", aTurn("/x", { shared }), tools, talk.map(said));
  const markedIn = (shared: string) =>
    requestOf(shared).tools?.flatMap((one) => (one.cache_control ? [one] : []));
  const marksOf = (shared: string) =>
    JSON.stringify(requestOf(shared)).split("cache_control").length - 1;

  expect(markedIn("")).toMatchObject([{ name: "give_up" }]);
  expect(markedIn("The issue.")).toEqual([]);
  expect([marksOf(""), marksOf("The issue.")]).toEqual([4, 4]);
});
