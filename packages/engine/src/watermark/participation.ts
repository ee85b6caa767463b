/**
 * How an input takes part in the watermark of the nodes behind it, from not at all to fully. `idle` holds nobody back (W3);
 * `goesOn`: all idle, but its watermark follows the wall clock (L6).
 */
export const Participation = { ended: 0, idle: 1, goesOn: 2, active: 3 } as const;
export type Participation = (typeof Participation)[keyof typeof Participation];

/** What a node receives its watermark from: a source or another node. */
export interface Upstream {
  readonly outWatermark: number;
  readonly participation: Participation;
}

/** The fullest participation among inputs: what a node passes on to those behind it. */
export function jointParticipation(upstreams: readonly Upstream[]): Participation {
  let joint: Participation = Participation.ended;
  for (const { participation } of upstreams) if (participation > joint) joint = participation;
  return joint;
}

/**
 * W2: the smallest watermark of the inputs that take part most fully. Without an active one those that go on by the clock lead
 * (L6). When all are idle theirs stand still, and so does it; when all have ended it is +∞ (W3).
 */
export function jointWatermark(upstreams: readonly Upstream[], joint: Participation): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const { participation, outWatermark } of upstreams) {
    if (participation === joint && outWatermark < smallest) smallest = outWatermark;
  }
  return smallest;
}
