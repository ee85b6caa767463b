/** The offsets that a lag is made of. Read `committed` first and `end` second, so that a lag is never negative for being torn. */
export type LagOffsets = {
  /** The last stable offset for read_committed, the high watermark otherwise. */
  readonly end: bigint;
  /** The next offset that is to be read; null: no commit yet. */
  readonly committed: bigint | null;
  readonly logStart: bigint;
};

/** How many offsets are readable and not committed (G1); null: no position yet, which is not a number. */
export function lagOf({ end, committed, logStart }: LagOffsets): bigint | null {
  if (committed === null) return null;
  const from = committed > logStart ? committed : logStart;
  return end > from ? end - from : 0n;
}
