/** GitHub's `concurrency:` of one repository: one running and one pending in a group (facts 35). */
export interface Concurrency {
  /** Resolves when the run may start, or at once with "cancelled" when a newer one takes its place. */
  enter(group: string, entrant: Entrant): Promise<"go" | "cancelled">;
  leave(group: string, entrant: Entrant): void;
  /** Gives up a place in the queue; one that runs already keeps it until it leaves. */
  withdraw(group: string, entrant: Entrant): void;
}

export interface Entrant {
  readonly cancelsOthers: boolean;
  readonly cancel: () => void;
}

interface Group {
  running: Entrant | null;
  pending: { entrant: Entrant; decide: (what: "go" | "cancelled") => void } | null;
}

export function createConcurrency(): Concurrency {
  const groups = new Map<string, Group>();
  function groupOf(name: string): Group {
    const key = name.toLowerCase();
    const found = groups.get(key) ?? { running: null, pending: null };
    groups.set(key, found);
    return found;
  }
  return {
    enter(name, entrant) {
      const group = groupOf(name);
      if (group.running === null) {
        group.running = entrant;
        return Promise.resolve("go");
      }
      group.pending?.decide("cancelled");
      if (entrant.cancelsOthers) group.running.cancel();
      return new Promise((decide) => {
        group.pending = { entrant, decide };
      });
    },
    leave(name, entrant) {
      const group = groupOf(name);
      if (group.running !== entrant) return;
      group.running = group.pending?.entrant ?? null;
      group.pending?.decide("go");
      group.pending = null;
    },
    withdraw(name, entrant) {
      const group = groupOf(name);
      if (group.pending?.entrant !== entrant) return;
      group.pending.decide("cancelled");
      group.pending = null;
    },
  };
}
