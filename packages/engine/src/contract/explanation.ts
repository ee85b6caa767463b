import type { OpenPane } from './operator.ts';

/** Why a node's next window has not closed (W6). Event times in milliseconds; −Infinity where there is none yet. */
export type Explanation = {
  readonly node: string;
  readonly watermark: number;
  readonly holder: WatermarkHolder;
  /** The next window to close and by how much the watermark must still rise; null when no window is open. */
  readonly nextClose: { readonly start: number; readonly end: number; readonly missingMs: number } | null;
  readonly open: readonly OpenPane[];
};

/** What keeps the watermark where it is. */
export type WatermarkHolder =
  | {
      readonly kind: 'partition';
      readonly source: string;
      readonly topic: string;
      readonly partition: number;
      readonly why: HeldBecause;
    }
  | { readonly kind: 'all-idle' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'no-sources' };

/**
 * `event-time`: its newest row, at `offset`, is the oldest of all partitions. `no-record`: it never had one. `backlog`: rows wait
 * to be read. `open-transaction`: a producer has not ended its transaction. `idleInMs`: when it will count as idle; null: never.
 */
export type HeldBecause =
  | {
      readonly kind: 'event-time';
      readonly offset: number;
      readonly maxTime: number;
      readonly silentForMs: number;
      readonly idleInMs: number | null;
    }
  | { readonly kind: 'no-record'; readonly silentForMs: number; readonly idleInMs: number | null }
  | { readonly kind: 'backlog'; readonly unread: number }
  | { readonly kind: 'open-transaction'; readonly unread: number; readonly transactionalId: string | null };
