/** Bounds of the live channel, known to both sides (V2). */
export const LIVE_LIMITS = {
  /** The largest frame in either direction, bytes. */
  frameBytes: 64 * 1024,
  /** What may be on its way to a client without its acknowledgement, bytes. */
  bytesInFlight: 256 * 1024,
  subscriptionsPerClient: 8,
  /** Rows kept for a view: the newest. */
  rowsPerView: 10_000,
  /** How long changes are gathered into one frame, milliseconds. */
  coalesceMs: 100,
} as const;
