/** What a subscription reads from. */
export interface Feed {
  /** The type of its frames. */
  readonly type: 'service' | 'gauges' | 'rows';
  /** The members of its next frame as JSON; null when it has seen all there is. */
  next(): string | null;
}

/** A reader of a channel. */
export type Subscription = { readonly feed: Feed; unsubscribe(): void };

/** Something that clients subscribe to. `tell` is called when the feed may have something new. */
export interface LiveChannel<After> {
  subscribe(after: After, tell: () => void): Subscription;
  /** Nobody would miss it. */
  readonly isIdle: boolean;
  close(): void;
}
