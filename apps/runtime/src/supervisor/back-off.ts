const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A task that ran this long without a failure begins again with the shortest wait. */
const STEADY_MS = 60_000;

/** How long to wait before a task is started again: 0.5 s, doubled up to 30 s; anew after a steady minute. */
export class BackOff {
  #nextMs = FIRST_MS;

  /** `ranMs`: how long the task ran before it failed. */
  waitMs(ranMs: number): number {
    if (ranMs >= STEADY_MS) this.#nextMs = FIRST_MS;
    const waitMs = this.#nextMs;
    this.#nextMs = Math.min(LONGEST_MS, waitMs * 2);
    return waitMs;
  }
}
