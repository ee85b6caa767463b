import type { SamplePosition } from './sample-position.ts';

/** A record's value, its place, and its own timestamp in milliseconds since 1970; −1 where it has none. */
export type JsonSample = SamplePosition & { readonly bytes: Uint8Array; readonly timestampMs: number };
