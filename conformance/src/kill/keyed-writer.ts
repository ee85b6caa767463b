import type { Bench } from '../bench.ts';
import { latestOffset } from './check-open.ts';
import type { Ledger, Place } from './ledger.ts';
import { type ProducerUnderKill, taken } from './producer-under-kill.ts';
import type { Random } from './random.ts';
import type { Topics } from './topics.ts';

const KEYS = 8;

/** Writes values and tombstones of a few keys to the compacted topic, and knows what may stand there as the latest. */
export class KeyedWriter implements ProducerUnderKill {
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #latest = new Map<string, readonly (string | null)[]>();
  #number = 0;

  constructor(ledger: Ledger, random: Random) {
    this.#ledger = ledger;
    this.#random = random;
  }

  settle(): Promise<void> {
    return Promise.resolve();
  }

  async work(bench: Bench, { compacted }: Topics): Promise<never> {
    for (;;) {
      const key = `k${this.#random.below(KEYS)}`;
      const value = this.#random.onceIn(6)
        ? null
        : `${key} is ${this.#number++} ${'.'.repeat(this.#random.below(200))}`;
      this.#latest.set(key, [...this.#candidates(key), value]);
      const { errorCode, baseOffset } = await bench.produce(compacted, [value], { key });
      taken(`${key} to the compacted topic`, errorCode);
      this.#latest.set(key, [value]);
      this.#ledger.sees(`${compacted}/0`, [{ offset: Number(baseOffset), key, value }]);
      this.#ledger.answered();
    }
  }

  /**
   * Throws where the log's latest value of a key is none that can be (an absent key is as good as a tombstone), where an offset has
   * another record than it had, or where the log ends before what was there.
   */
  async check(bench: Bench, { compacted }: Topics): Promise<void> {
    const place: Place = `${compacted}/0`;
    const records = await bench.readAll(compacted, false);
    this.#ledger.sees(place, records);
    const found = new Map(records.map(({ key, value }) => [key, value]));
    for (const key of this.#latest.keys()) {
      const value = found.get(key) ?? null;
      const candidates = this.#candidates(key);
      if (!candidates.includes(value)) {
        throw new Error(`${key} is "${value}" in the compacted topic; it can be ${JSON.stringify(candidates)}.`);
      }
      this.#latest.set(key, [value]);
    }
    checkRising(records.map(({ offset }) => offset));
    const [last, end] = [Math.max(-1, ...this.#ledger.seenAt(place).keys()), await latestOffset(bench, place, false)];
    if (end <= last) throw new Error(`The compacted topic ends at ${end}; there was a record at ${last}.`);
  }

  #candidates(key: string): readonly (string | null)[] {
    return this.#latest.get(key) ?? [null];
  }
}

function checkRising(offsets: readonly number[]): void {
  offsets.forEach((offset, i) => {
    const before = offsets[i - 1] ?? -1;
    if (offset <= before) throw new Error(`Offset ${offset} stands behind ${before} in the compacted topic.`);
  });
}
