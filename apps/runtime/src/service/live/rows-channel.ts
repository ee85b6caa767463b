import { LIVE_LIMITS, type ViewColumn } from '@millrace/live';
import type { Feed, LiveChannel, Subscription } from './channel.ts';
import { Coalescer } from './coalescer.ts';
import { type RowPosition, RowRing } from './row-ring.ts';

/** Result rows of a view: a ring, read by each subscription from its own position. Without a ring they wait. */
export class RowsChannel implements LiveChannel<RowPosition | null> {
  readonly #coalescer = new Coalescer(() => this.#tellAll(), LIVE_LIMITS.coalesceMs);
  readonly #subscribers = new Set<() => void>();
  #ring: RowRing | null = null;

  /** The ring for rows of these columns: the present one, or an empty one where the columns are others. */
  ring(columns: readonly ViewColumn[]): RowRing {
    const present = this.#ring;
    if (present !== null && JSON.stringify(present.columns) === JSON.stringify(columns)) return present;
    const ring = new RowRing(columns, () => this.#coalescer.touch());
    this.#ring = ring;
    return ring;
  }

  /** Lets go of the ring. */
  drop(): void {
    this.#ring = null;
  }

  get isIdle(): boolean {
    return this.#subscribers.size === 0 && this.#ring === null;
  }

  close(): void {
    this.#coalescer.close();
  }

  subscribe(after: RowPosition | null, tell: () => void): Subscription {
    this.#subscribers.add(tell);
    return { feed: this.#feed(after), unsubscribe: () => this.#subscribers.delete(tell) };
  }

  #feed(after: RowPosition | null): Feed {
    let seen = after;
    return {
      type: 'rows',
      next: () => {
        const frame = this.#ring?.read(seen) ?? null;
        if (frame === null) return null;
        seen = frame.last;
        return `"rows":${frame.json}`;
      },
    };
  }

  #tellAll(): void {
    for (const tell of this.#subscribers) tell();
  }
}
