import type { Log } from "./host.ts";

/** Work that goes on after the webhook has been answered. */
export interface BackgroundQueue {
  /** Queues work behind earlier work of the same lane; a failure is logged and stops nothing else. */
  add(lane: string, name: string, work: () => Promise<void>): void;
  /** Resolves when everything queued so far, and what it queued, has ended. */
  drain(): Promise<void>;
}

/**
 * GitHub gives up on a webhook after 10 s, so handlers queue and return. One lane is one repository:
 * its writes come one after another, as GitHub asks, and repositories do not wait for each other.
 */
export function createBackgroundQueue(log: Log): BackgroundQueue {
  const lanes = new Map<string, Promise<void>>();
  return {
    add(lane, name, work) {
      const guarded = () => work().catch((error) => log.error(`${name} failed`, error, { lane }));
      const last = (lanes.get(lane) ?? Promise.resolve()).then(guarded);
      lanes.set(lane, last);
      last.finally(() => lanes.get(lane) === last && lanes.delete(lane)).catch(() => undefined);
    },
    async drain() {
      while (lanes.size > 0) await Promise.all(lanes.values());
    },
  };
}
