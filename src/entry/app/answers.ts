import { ProfileName } from "../../domain/rules.ts";

/** Everything the App says in words. Fixed texts: nothing that a commenter wrote comes back out. */

export const helpText = [
  "Commands, each on a line of its own:",
  "",
  "| command | what it does |",
  "| --- | --- |",
  "| `/tdd run [SPEC] [--profile P] [--base B] [--dry-run] [--fresh]` | starts a run; `P` is one of " +
    `${ProfileName.options.join(", ")}; \`SPEC\` is a loop spec of the default branch, by name |`,
  "| `/tdd plan` | posts the plan and the files it would lock, and waits for `/tdd approve` |",
  "| `/tdd approve` | approves the files that the run asked for |",
  "| `/tdd revise TEXT` | has the issue cut into slices once more, with what you say of them |",
  "| `/tdd answer TEXT` | says what a disputed test should demand; `/tdd approve` lets it stand |",
  "| `/tdd approve-tests` | approves the RED tests, where `rules.approvals` asks for it |",
  "| `/tdd allow PATH…` | adds files to a plan that waits, or starts anew with them when the run stopped at its scope |",
  "| `/tdd resume`, `/tdd retry` | goes on with a run that stopped |",
  "| `/tdd status` | says whether a run is going on |",
  "| `/tdd stop` | cancels the run and frees the issue |",
  "| `/tdd help` | this list |",
].join("\n");

export function queuedText(login: string, digest: string): string {
  return [
    "### tdd-loop: queued",
    "",
    `Asked for by \`${login}\`. The issue's text is taken as it was then (\`${digest.slice(0, 8)}\`); later edits do not matter.`,
    "",
    "`/tdd stop` cancels the run.",
  ].join("\n");
}

export function runningText(urls: readonly string[]): string {
  return `A run is going on for this issue: ${urls.join(", ")}. \`/tdd stop\` cancels it.`;
}

export const justClaimedText =
  "Somebody started a run for this issue a moment ago. `/tdd status` says how it goes.";

export const idleText =
  "No run is going on for this issue. Its state is in the comment of this bot above, if there was one; `/tdd run` starts a run.";

export function stoppedText(cancelled: number): string {
  const what = cancelled === 0 ? "No run was going on" : "The run is being cancelled";
  return `${what}, and the issue is free. What was pushed stays. \`/tdd resume\` goes on, \`/tdd run\` starts anew.`;
}

export function unknownText(suggestion: string | null): string {
  const near = suggestion === null ? "" : ` Did you mean \`/tdd ${suggestion}\`?`;
  return `I do not know this command.${near} \`/tdd help\` lists the commands.`;
}

export function badConfigText(problem: string): string {
  const fence = "````";
  const body = problem.replaceAll("`", "'").slice(0, 2000);
  return `No run was started, because the configuration on the default branch is not valid.\n\n${fence}text\n${body}\n${fence}`;
}

/** Why GitHub would not start the workflow, and what to do about it. */
export function dispatchRefusedText(status: number, workflow: string, branch: string): string {
  const file = `\`.github/workflows/${workflow}\``;
  const where = `on the default branch \`${branch}\``;
  if (status === 404) {
    return `No run was started: there is no workflow ${file} ${where}. Copy it from the project's \`.github/examples/with-app.yml\`, then ask again.`;
  }
  if (status === 403) {
    return "No run was started: the App may not start workflows here. See that Actions are enabled and that the App has the permission *Actions: write*, then ask again.";
  }
  return `No run was started: the workflow ${file} ${where} does not take the inputs that the App sends (GitHub said ${status}). Bring it up to date with \`.github/examples/with-app.yml\`, then ask again.`;
}
