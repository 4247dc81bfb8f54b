import { senderOf } from "./access.ts";
import type { Actor, App } from "./actor.ts";
import type { ForgeEvent, Repo, World } from "./world.ts";

/** Says that something happened: the app's webhook and the workflows hear of it. */
export function emit(
  world: World,
  repo: Repo,
  actor: Actor,
  event: {
    readonly name: string;
    readonly action?: string;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly onlyFor?: App;
  },
): void {
  const happened: ForgeEvent = {
    name: event.name,
    action: event.action ?? null,
    repo,
    actor,
    sender: senderOf(world, actor),
    payload: event.payload,
    ...(event.onlyFor ? { onlyFor: event.onlyFor } : {}),
  };
  for (const listener of world.listeners) listener(happened);
}

/** Keeps work in flight where `settled` can wait for it. */
export function track(world: World, work: Promise<unknown>): void {
  const done = work
    .then(() => undefined)
    .catch((error: unknown) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!world.closed) world.violations.push(`The forge itself failed: ${reason}`);
    })
    .finally(() => {
      world.pending.delete(done);
    });
  world.pending.add(done);
}
