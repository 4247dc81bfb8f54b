import { expect, it } from "vitest";
import { createContract } from "../../src/forge/contract.ts";
import { contractProblems } from "./contract-checker.ts";

const record = {
  method: "POST",
  path: "/x",
  route: "/repos/{owner}/{repo}/issues/{issue_number}/reactions",
  status: 201,
  actor: "a",
};

it("notices an answer without a field, and a request with a wrong value", () => {
  const answer = { id: 1, node_id: "x", user: null, content: "eyes" };
  const missing = contractProblems([
    { ...record, requestBody: { content: "eyes" }, responseBody: answer },
  ]);
  expect(missing.join()).toContain("created_at");
  const whole = { ...answer, created_at: "2026-01-01T00:00:00Z" };
  const wrong = contractProblems([
    { ...record, requestBody: { content: "wave" }, responseBody: whole },
  ]);
  expect(wrong.join()).toContain("request");
  expect(
    contractProblems([{ ...record, requestBody: { content: "eyes" }, responseBody: whole }]),
  ).toEqual([]);
});

it("notes a field that GitHub would ignore in silence", () => {
  const violations: string[] = [];
  const check = createContract(violations);
  check("POST", "/repos/{owner}/{repo}/pulls", { title: "t", head: "h", base: "b", drft: true });
  expect(violations).toEqual(['POST /repos/{owner}/{repo}/pulls: unknown field "drft"']);
});
