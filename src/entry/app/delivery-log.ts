/** Which deliveries are being worked on or were worked through. */
export interface DeliveryLog {
  /** Whether this is new work; marks it as begun. One known name is enough to make it a duplicate. */
  begin(names: readonly string[]): boolean;
  /** Completed work stays known; failed work is forgotten, so that a redelivery does it again. */
  end(names: readonly string[], isCompleted: boolean): void;
}

const MAX_KNOWN = 20_000;

/**
 * Remembers completed work, not seen deliveries: GitHub redelivers under the same id, and the same
 * event may come from two hooks under different ids (github-facts 4, 5). What a restart forgets, the
 * claim on the issue catches.
 */
export function createDeliveryLog(): DeliveryLog {
  const known = new Set<string>();
  return {
    begin(names) {
      if (names.some((name) => known.has(name))) return false;
      for (const name of names) known.add(name);
      for (const oldest of known) {
        if (known.size <= MAX_KNOWN) break;
        known.delete(oldest);
      }
      return true;
    },
    end(names, isCompleted) {
      if (!isCompleted) for (const name of names) known.delete(name);
    },
  };
}
