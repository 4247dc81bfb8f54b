/** How one job of a run holds it: all jobs do, and one at a time is let. */
export interface Holding<E> {
  /** False when another job has it. */
  claim(): Promise<boolean>;
  release(): Promise<void>;
  /** Goes on with the run as it is kept now. `isAway`: other jobs work on what is left. */
  goOn(): Promise<{ readonly ended: E; readonly isAway: boolean }>;
  /** Whether a job has brought something since. */
  hasNews(): Promise<boolean>;
}

/**
 * Goes on with a run as long as there is something to go on with. A job that brings a result does so
 * before it tries for the claim, and the one that holds it looks for results after it has let go: so one
 * of the two goes on with it, whichever comes first.
 * @returns null when another job has the run
 */
export async function holdRun<E>(holding: Holding<E>): Promise<E | null> {
  let last: E | null = null;
  for (;;) {
    if (!(await holding.claim())) return last;
    const { ended, isAway } = await goOnHeld(holding);
    if (!isAway || !(await holding.hasNews())) return ended;
    last = ended;
  }
}

async function goOnHeld<E>(holding: Holding<E>) {
  try {
    return await holding.goOn();
  } finally {
    await holding.release();
  }
}
