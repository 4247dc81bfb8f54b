import type { Probot } from "probot";
import type { ReadLock } from "../gate-host.ts";
import { judgeCommit } from "../judge-commit.ts";
import { EventSource } from "../payloads.ts";
import { noInputs, readDispatch } from "../trigger.ts";
import type { BackgroundQueue } from "./background-queue.ts";
import type { DeliveryLog } from "./delivery-log.ts";
import type { Connect, Log } from "./host.ts";
import { onOrder } from "./on-order.ts";
import type { RefusalLog } from "./refusal-log.ts";

export interface AppDeps {
  readonly connect: Connect;
  readonly queue: BackgroundQueue;
  readonly deliveries: DeliveryLog;
  readonly log: Log;
  readonly refusals: RefusalLog;
  /** The App's own login, e.g. `tdd-loop[bot]`. */
  bot(): Promise<string>;
  /** File name of the workflow that does the work. */
  readonly workflow: string;
  readonly readLock: ReadLock;
  now(): number;
}

/** One verified webhook: what Probot hands over, nothing of Probot itself. */
interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}

/**
 * The GitHub App: labels and comments become runs of the workflow, pull requests get `file-gate`.
 * Handlers only queue; GitHub has its answer before any work begins.
 */
export function createApp(deps: AppDeps): (app: Probot) => void {
  return (app) => {
    app.on(
      [
        "issues.labeled",
        "issue_comment.created",
        "pull_request",
        "merge_group",
        "check_run.rerequested",
      ],
      ({ id, name, payload }) => receive(deps, { id, name, payload }),
    );
  };
}

interface Job {
  /** Names under which the same work may come again. */
  readonly names: readonly string[];
  run(): Promise<void>;
}

function receive(deps: AppDeps, delivery: Delivery): void {
  const source = EventSource.safeParse(delivery.payload);
  if (!source.success) return;
  const job = plan(deps, delivery, source.data);
  if (job === null) return;
  const { repository, installation } = source.data;
  const lane = `${installation.id}/${repository.owner.login}/${repository.name}`;
  if (!deps.deliveries.begin(job.names)) {
    deps.log.info("duplicate delivery", { id: delivery.id, event: delivery.name, lane });
    return;
  }
  deps.queue.add(lane, `${delivery.name} ${delivery.id}`, async () => {
    let isCompleted = false;
    try {
      await job.run();
      isCompleted = true;
    } finally {
      deps.deliveries.end(job.names, isCompleted);
    }
  });
}

function plan(deps: AppDeps, delivery: Delivery, source: EventSource): Job | null {
  const { name, id, payload } = delivery;
  const trigger = readDispatch(name, payload, noInputs);
  if (trigger.kind === "gate") {
    const { question } = trigger;
    const run = async () => {
      await judgeCommit(await connect(deps, source), question, deps);
    };
    return { names: [id], run };
  }
  if (trigger.kind !== "order") return null;
  const run = async () => {
    const [host, bot] = [await connect(deps, source), await deps.bot()];
    const { workflow, log, refusals, now } = deps;
    const branch = source.repository.default_branch;
    await onOrder({ host, trigger, branch, workflow, bot, log, refusals, now });
  };
  const { owner, name: repo } = source.repository;
  return { names: [id, `${owner.login}/${repo}: ${trigger.key}`], run };
}

function connect(deps: AppDeps, source: EventSource) {
  const { repository, installation } = source;
  const { owner, name } = repository;
  return deps.connect({ installationId: installation.id, owner: owner.login, repo: name });
}
