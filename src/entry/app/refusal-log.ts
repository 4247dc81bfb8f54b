/** Who was refused lately, so that a flood of labels or comments costs nothing more. */
export interface RefusalLog {
  /** Whether this account has been refused so often here that it is not even looked up. */
  isMuted(account: string): boolean;
  note(account: string): void;
}

const WINDOW_MS = 10 * 60_000;
const MAX_REFUSALS = 5;
const MAX_ACCOUNTS = 10_000;

/** Five refusals in ten minutes, then silence until the oldest is ten minutes old (case W40). */
export function createRefusalLog(now: () => number): RefusalLog {
  const refusals = new Map<string, readonly number[]>();
  const recent = (account: string) =>
    (refusals.get(account) ?? []).filter((at) => now() - at < WINDOW_MS);
  return {
    isMuted: (account) => recent(account).length >= MAX_REFUSALS,
    note(account) {
      if (refusals.size >= MAX_ACCOUNTS) refusals.clear();
      refusals.set(account, [...recent(account), now()]);
    },
  };
}
