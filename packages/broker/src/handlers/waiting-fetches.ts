type Waiting = {
  readonly deadlineMs: number;
  /** `topic` and partition of all that is waited for. */
  readonly places: readonly string[];
  /** Answers if there is enough, or because the time is over; whether it has answered. */
  readonly attempt: (isOver: boolean) => boolean;
};

/** Fetches that wait for rows. Those of a partition are tried again when something was appended to it. */
export class WaitingFetches {
  readonly #all = new Set<Waiting>();
  readonly #byPlace = new Map<string, Set<Waiting>>();

  add(waiting: Waiting): void {
    this.#all.add(waiting);
    for (const place of waiting.places) {
      const there = this.#byPlace.get(place) ?? new Set();
      this.#byPlace.set(place, there.add(waiting));
    }
  }

  /** Something was appended to a partition, or its last stable offset moved. */
  changed(topic: string, partition: number): void {
    for (const waiting of [...(this.#byPlace.get(placeOf(topic, partition)) ?? [])]) {
      if (waiting.attempt(false)) this.remove(waiting);
    }
  }

  nextDeadlineMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { deadlineMs } of this.#all) next = Math.min(next, deadlineMs);
    return next;
  }

  tick(nowMs: number): void {
    for (const waiting of [...this.#all]) {
      if (waiting.deadlineMs > nowMs) continue;
      this.remove(waiting);
      waiting.attempt(true);
    }
  }

  /** Waits no longer; it is not answered. */
  remove(waiting: Waiting): void {
    this.#all.delete(waiting);
    for (const place of waiting.places) {
      const there = this.#byPlace.get(place);
      there?.delete(waiting);
      if (there?.size === 0) this.#byPlace.delete(place);
    }
  }
}

export function placeOf(topic: string, partition: number): string {
  return `${topic} ${partition}`;
}
