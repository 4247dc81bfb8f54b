import type { Report } from "./report.ts";

/** What stood between the machine and the code that ran on it: tests, then agents when they had a process. */
export function isolationText({
  sandbox,
  agentSandbox,
}: Pick<Report, "sandbox" | "agentSandbox">): string {
  const tests = sandbox === "" ? "no test was run" : sandbox;
  if (agentSandbox === "") return tests;
  const open = agentSandbox.startsWith("process");
  const agents = open ? "process (files and network of the machine open)" : agentSandbox;
  return `tests: ${tests}; agents: ${agents}`;
}
