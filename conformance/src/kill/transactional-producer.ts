import type { Bench } from '../bench.ts';
import { RawProducer } from '../raw-producer.ts';
import type { Ledger, Place, SentTransaction } from './ledger.ts';
import { type ProducerUnderKill, taken } from './producer-under-kill.ts';
import type { Random } from './random.ts';
import { placed, type Topics } from './topics.ts';

export type TransactionalOptions = {
  readonly name: string;
  readonly timeoutMs: number;
  /** The group whose offset it commits in half of its transactions. */
  readonly group: string | null;
  /** After some kills it does not come back: its transaction is the time-out's. */
  readonly abandons: boolean;
};

/** One transaction after the other over all partitions, three of four committed. */
export class TransactionalProducer implements ProducerUnderKill {
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #options: TransactionalOptions;
  #generation = 0;
  #offset = 0;
  #producer: RawProducer | null = null;
  #transaction: SentTransaction | null = null;

  constructor(ledger: Ledger, random: Random, options: TransactionalOptions) {
    this.#ledger = ledger;
    this.#random = random;
    this.#options = options;
  }

  async settle(bench: Bench): Promise<void> {
    const { name, timeoutMs, abandons } = this.#options;
    if (abandons && this.#random.onceIn(3)) this.#generation += 1;
    this.#producer = new RawProducer(bench, `${name}-${this.#generation}`);
    taken(`The beginning of ${name}`, await this.#producer.init(timeoutMs));
    if (this.#transaction?.outcome === 'open') this.#transaction.outcome = 'aborted';
  }

  async work(_bench: Bench, topics: Topics): Promise<never> {
    for (;;) {
      const transaction = this.#ledger.begins(this.#options.name);
      this.#transaction = transaction;
      await this.#fill(transaction, topics);
      const commits = !this.#random.onceIn(4);
      transaction.outcome = commits ? 'committing' : 'aborted';
      taken(`The end of ${transaction.name}`, await this.#raw.end(commits));
      if (commits) transaction.outcome = 'committed';
      this.#ledger.answered();
    }
  }

  async #fill(transaction: SentTransaction, { plain, source }: Topics): Promise<void> {
    const added = new Set<Place>();
    for (let left = 1 + this.#random.below(4); left > 0; left--) {
      const place = plain[this.#random.below(plain.length)] as Place;
      const { topic, partition } = placed(place);
      if (!added.has(place)) taken(`Adding ${place}`, await this.#raw.add(topic, partition));
      added.add(place);
      await this.#put(transaction, place);
    }
    const { group } = this.#options;
    if (group !== null && this.#random.onceIn(2)) await this.#commitOffset(transaction, group, source);
  }

  async #put(transaction: SentTransaction, place: Place): Promise<void> {
    const { topic, partition } = placed(place);
    const count = 1 + this.#random.below(3);
    const records = Array.from({ length: count }, () => this.#ledger.sends(place, transaction.name, transaction));
    const { errorCode, baseOffset } = await this.#raw.put(
      topic,
      records.map(({ value }) => value),
      partition,
    );
    taken(`A batch to ${place}`, errorCode);
    this.#ledger.acknowledges(records, Number(baseOffset));
  }

  async #commitOffset(transaction: SentTransaction, group: string, topic: string): Promise<void> {
    this.#offset += 1;
    transaction.groupOffset = this.#offset;
    for (const code of await this.#raw.sendOffsets(group, topic, this.#offset)) taken('TxnOffsetCommit', code);
  }

  get #raw(): RawProducer {
    if (this.#producer === null) throw new Error('The producer was not settled.');
    return this.#producer;
  }
}
