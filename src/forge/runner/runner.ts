import { senderOf } from "../access.ts";
import type { Actor, App } from "../actor.ts";
import { ApiError } from "../api-error.ts";
import { emit, track } from "../events.ts";
import { commitInfo, resolveRef } from "../git-queries.ts";
import { payloadOf } from "../webhooks.ts";
import type { Dispatch, ForgeEvent, Repo, Runner, World } from "../world.ts";
import type { Concurrency } from "./concurrency.ts";
import { createConcurrency } from "./concurrency.ts";
import type { RunnerOptions } from "./job-context.ts";
import type { NewRun } from "./run-workflow.ts";
import { createRun, executeRun } from "./run-workflow.ts";
import { triggered } from "./triggers.ts";
import type { WorkflowInput } from "./workflow.ts";
import type { Workflow } from "./workflow-files.ts";
import { findWorkflow, workflowsAt } from "./workflow-files.ts";

interface Parts {
  readonly world: World;
  readonly app: App;
  readonly options: RunnerOptions | null;
  readonly concurrency: Concurrency;
}

function launch(parts: Parts, asked: Omit<NewRun, "world" | "options" | "app">): void {
  const options = parts.options ?? { actionDir: "" };
  const context = createRun({ ...asked, world: parts.world, app: parts.app, options });
  if (parts.options !== null) track(parts.world, executeRun(context, parts.concurrency));
}

async function titleOf(event: ForgeEvent, sha: string): Promise<string> {
  const pull = event.payload["pull_request"] ?? event.payload["issue"];
  const title = (pull as { title?: string } | undefined)?.title;
  return title ?? (await commitInfo(event.repo.git, sha)).message.split("\n")[0] ?? "";
}

/** A pull request's event has two names for workflows: one runs its test merge, one the default branch. */
function namesFor(event: ForgeEvent): ForgeEvent[] {
  return event.name === "pull_request"
    ? [event, { ...event, name: "pull_request_target" }]
    : [event];
}

async function onEvent(parts: Parts, event: ForgeEvent, payload: Record<string, unknown>) {
  const found = await triggered(event);
  if (!found) return;
  const title = await titleOf(event, found.target.headSha);
  for (const workflow of found.workflows) {
    const { repo, sender: actor } = event;
    const { target } = found;
    launch(parts, { repo, workflow, target, payload, inputs: {}, event: event.name, actor, title });
  }
}

function checkInput(name: string, input: WorkflowInput, value: unknown): unknown {
  const refuse = (why: string) =>
    new ApiError(422, `Provided value '${value}' for input '${name}' ${why}`);
  if (input.type === "boolean") {
    if (!/^(true|false)$/.test(String(value))) throw refuse("not a boolean");
    return String(value) === "true";
  }
  if (input.type === "number") {
    if (Number.isNaN(Number(value))) throw refuse("not a number");
    return Number(value);
  }
  if (input.type === "choice" && !input.options?.includes(String(value))) {
    throw refuse("not in the list of allowed values");
  }
  return String(value);
}

/** At most 25 inputs and 65,535 characters in all (facts 36); unknown ones are refused. */
function checkAmount(given: Readonly<Record<string, unknown>>, declared: readonly string[]): void {
  const unknown = Object.keys(given).filter((name) => !declared.includes(name));
  const refuse = (why: string) => new ApiError(422, why);
  if (unknown.length > 0) throw refuse(`Unexpected inputs provided: ${JSON.stringify(unknown)}`);
  if (declared.length > 25) throw refuse("you may only define up to 25 `inputs`");
  if (JSON.stringify(given).length > 65_535) throw refuse("inputs are too large.");
}

function checkInputs(workflow: Workflow, given: Readonly<Record<string, unknown>>) {
  const trigger = workflow.file.on["workflow_dispatch"];
  if (!trigger) throw new ApiError(422, "Workflow does not have 'workflow_dispatch' trigger");
  const declared = trigger.inputs ?? {};
  checkAmount(given, Object.keys(declared));
  const values: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(declared)) {
    const value = given[name] ?? input.default;
    const isMissing = value === undefined && input.required;
    if (isMissing) throw new ApiError(422, `Required input '${name}' not provided`);
    values[name] = value === undefined ? "" : checkInput(name, input, value);
  }
  return values;
}

interface FoundRef {
  readonly ref: string;
  readonly sha: string;
}

/** A branch before a tag of the same name. */
async function findRef(repo: Repo, name: string): Promise<FoundRef> {
  const isFull = name.startsWith("refs/");
  for (const ref of isFull ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`]) {
    const sha = await resolveRef(repo.git, ref);
    if (sha) return { ref, sha };
  }
  throw new ApiError(422, `No ref found for: ${name}`);
}

async function dispatch(parts: Parts, repo: Repo, actor: Actor, asked: Dispatch): Promise<void> {
  const { world } = parts;
  const known = findWorkflow(await workflowsAt(repo, repo.defaultBranch), asked.workflow);
  if (!known) throw new ApiError(404, "Not Found");
  const { ref, sha } = await findRef(repo, asked.ref);
  const workflow = findWorkflow(await workflowsAt(repo, sha), known.path);
  if (!workflow) throw new ApiError(422, "Workflow does not exist in this branch");
  const inputs = checkInputs(workflow, asked.inputs);
  const texts = Object.entries(inputs).map(([name, value]) => [name, String(value)]);
  const payload = { inputs: Object.fromEntries(texts), ref, workflow: workflow.path };
  emit(world, repo, actor, { name: "workflow_dispatch", payload });
  const sender = senderOf(world, actor);
  const event = { name: "workflow_dispatch", action: null, repo, actor, sender, payload };
  const headBranch = ref.replace(/^refs\/(heads|tags)\//, "");
  launch(parts, {
    repo,
    workflow,
    target: { sha, ref, headSha: sha, headBranch, headRef: "", baseRef: "" },
    payload: payloadOf(world, event, null),
    inputs,
    event: event.name,
    actor: sender,
    title: workflow.name,
  });
}

/** GitHub Actions of this forge. Without `options` runs stay queued: no machine is online. */
export function createRunner(world: World, app: App, options: RunnerOptions | null): Runner {
  const parts: Parts = { world, app, options, concurrency: createConcurrency() };
  world.listeners.push((event) => {
    // The payload is what was true when it happened, not when the run starts.
    const payload = payloadOf(world, event, null);
    for (const named of namesFor(event)) track(world, onEvent(parts, named, payload));
  });
  return { dispatch: (repo, actor, asked) => dispatch(parts, repo, actor, asked) };
}
