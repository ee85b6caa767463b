/**
 * How a case is driven. Positions count elements: n is the place after the first n. Whatever the schedule, the result must be
 * the same.
 */
export type Schedule = {
  readonly name: string;
  /** Where a batch of rows ends although the segment goes on. */
  readonly splits: ReadonlySet<number>;
  readonly cuts: ReadonlySet<number>;
  /** Where the job is thrown away, once, and restored from its last cut. */
  readonly crashes: ReadonlySet<number>;
};

const NOWHERE: ReadonlySet<number> = new Set();

export const STRAIGHT: Schedule = { name: 'straight', splits: NOWHERE, cuts: NOWHERE, crashes: NOWHERE };

/**
 * A crash at every place, each with a cut right there, one before it, and at all of them together; every single split point;
 * and `randomSplits` random splits with random cuts and crashes.
 */
export function* schedules(elements: number, randomSplits: number, random: () => number): Generator<Schedule> {
  const places = Array.from({ length: elements + 1 }, (_, place) => place);
  const everywhere = new Set(places);
  for (const place of places) {
    const at = new Set([place]);
    yield { name: `crash after a cut at ${place}`, splits: at, cuts: at, crashes: at };
    const before = new Set([Math.max(0, place - 2)]);
    yield {
      name: `crash at ${place}, two after a cut`,
      splits: new Set([...at, ...before]),
      cuts: before,
      crashes: at,
    };
    yield { name: `split at ${place}`, splits: at, cuts: NOWHERE, crashes: NOWHERE };
  }
  yield { name: 'row by row', splits: everywhere, cuts: NOWHERE, crashes: NOWHERE };
  yield { name: 'crash everywhere', splits: everywhere, cuts: everywhere, crashes: everywhere };
  const some = (share: number) => new Set(places.filter(() => random() < share));
  for (let i = 0; i < randomSplits; i++) {
    const splits = some(0.4);
    const cuts = some(0.2);
    const crashes = some(0.2);
    yield { name: `random split ${i}`, splits: new Set([...splits, ...cuts, ...crashes]), cuts, crashes };
  }
}

/** A small generator of random numbers in [0, 1) from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
