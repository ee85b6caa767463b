import { LIVE_LIMITS } from '@millrace/live';
import type { Feed, LiveChannel, Subscription } from './channel.ts';
import { Coalescer } from './coalescer.ts';

/** A gauge: the newest value replaces all before it (V2), serialised once for all who see it. */
export class LatestChannel implements LiveChannel<null> {
  readonly #type: Feed['type'];
  readonly #read: () => string;
  readonly #coalescer: Coalescer;
  readonly #subscribers = new Set<() => void>();
  #released: { readonly version: number; readonly json: string } | null = null;
  #version = 0;

  /** `read` gives the members of a frame as JSON. */
  constructor(type: Feed['type'], read: () => string) {
    this.#type = type;
    this.#read = read;
    this.#coalescer = new Coalescer(() => this.#release(), LIVE_LIMITS.coalesceMs);
  }

  /** The value has changed. */
  touch(): void {
    if (this.#subscribers.size > 0) this.#coalescer.touch();
    else this.#released = null;
  }

  get isIdle(): boolean {
    return this.#subscribers.size === 0;
  }

  close(): void {
    this.#coalescer.close();
  }

  subscribe(_: null, tell: () => void): Subscription {
    this.#released ??= { version: ++this.#version, json: this.#read() };
    this.#subscribers.add(tell);
    return { feed: this.#feed(), unsubscribe: () => this.#unsubscribe(tell) };
  }

  #feed(): Feed {
    let seen = 0;
    return {
      type: this.#type,
      next: () => {
        if (this.#released === null || this.#released.version === seen) return null;
        seen = this.#released.version;
        return this.#released.json;
      },
    };
  }

  #unsubscribe(tell: () => void): void {
    this.#subscribers.delete(tell);
    if (this.isIdle) this.#released = null;
  }

  #release(): void {
    this.#released = { version: ++this.#version, json: this.#read() };
    for (const tell of this.#subscribers) tell();
  }
}
