import { ERRORS } from '@millrace/kafka-wire';
import type { Bench } from '../bench.ts';
import { RawProducer } from '../raw-producer.ts';
import type { Ledger, Place, SentTransaction } from './ledger.ts';
import { type ProducerUnderKill, Refused, taken } from './producer-under-kill.ts';
import type { Random } from './random.ts';
import { placed, type Topics } from './topics.ts';

export type TransactionalOptions = {
  readonly name: string;
  readonly timeoutMs: number;
  /** The group whose offset it commits in half of its transactions. */
  readonly group: string | null;
  /** What becomes of it at a kill: half of the times it goes on with its transaction, or a third of the times it never comes back. */
  readonly afterKill: 'resumes' | 'abandons';
};

/** One transaction after the other over all partitions, three of four committed. */
export class TransactionalProducer implements ProducerUnderKill {
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #options: TransactionalOptions;
  #generation = 0;
  #offset = 0;
  /** Null from where its successor is asked for. */
  #producer: RawProducer | null = null;
  #transaction: SentTransaction | null = null;
  /** The request that was not answered, to be sent again. */
  #unanswered: (() => Promise<void>) | null = null;

  constructor(ledger: Ledger, random: Random, options: TransactionalOptions) {
    this.#ledger = ledger;
    this.#random = random;
    this.#options = options;
  }

  async settle(bench: Bench): Promise<void> {
    const { afterKill } = this.#options;
    if (afterKill === 'resumes' && this.#producer !== null && this.#random.onceIn(2)) return this.#resume(bench);
    if (afterKill === 'abandons' && this.#random.onceIn(3)) this.#generation += 1;
    await this.#begin(bench);
  }

  async work(bench: Bench, topics: Topics): Promise<never> {
    for (;;) {
      try {
        await this.#oneTransaction(topics);
      } catch (error) {
        if (!(error instanceof Refused) || !this.#isOverdue(error)) throw error;
        await this.#begin(bench);
      }
    }
  }

  /** As a client does whose connection was cut: sends the last request again, and ends its transaction. */
  async #resume(bench: Bench): Promise<void> {
    this.#raw.through(bench);
    const unanswered = this.#unanswered;
    if (unanswered !== null) await this.#ask(unanswered);
    if (this.#transaction?.outcome === 'open') await this.#end(this.#transaction);
  }

  /** As a client that was started anew. Nobody can commit any more what the former one had open. */
  async #begin(bench: Bench): Promise<void> {
    const { name, timeoutMs } = this.#options;
    if (this.#transaction?.outcome === 'open') this.#transaction.outcome = 'aborted';
    this.#producer = null;
    this.#unanswered = null;
    const producer = new RawProducer(bench, `${name}-${this.#generation}`);
    taken(`The beginning of ${name}`, await producer.init(timeoutMs));
    this.#producer = producer;
  }

  async #oneTransaction({ plain, source }: Topics): Promise<void> {
    const { name, timeoutMs, group } = this.#options;
    const { transactionalId } = this.#raw;
    const transaction = this.#ledger.begins({ name, transactionalId, timeoutMs, beganMs: Date.now() });
    this.#transaction = transaction;
    const added = new Set<Place>();
    for (let left = 1 + this.#random.below(4); left > 0; left--) {
      const place = plain[this.#random.below(plain.length)] as Place;
      if (!added.has(place)) await this.#add(place);
      added.add(place);
      await this.#put(transaction, place);
    }
    if (group !== null && this.#random.onceIn(2)) await this.#commitOffset(transaction, group, source);
    await this.#end(transaction);
  }

  #add(place: Place): Promise<void> {
    const { topic, partition } = placed(place);
    return this.#ask(async () => taken(`Adding ${place}`, await this.#raw.add(topic, partition)));
  }

  #put(transaction: SentTransaction, place: Place): Promise<void> {
    const { topic, partition } = placed(place);
    const count = 1 + this.#random.below(3);
    const records = Array.from({ length: count }, () => this.#ledger.sends(place, transaction.name, transaction));
    const values = records.map(({ value }) => value);
    return this.#ask(async () => {
      const { errorCode, baseOffset } = await this.#raw.put(topic, values, partition);
      taken(`A batch to ${place}`, errorCode);
      this.#ledger.acknowledges(records, Number(baseOffset));
    });
  }

  #commitOffset(transaction: SentTransaction, group: string, topic: string): Promise<void> {
    const offset = ++this.#offset;
    transaction.groupOffset = offset;
    return this.#ask(async () => {
      for (const code of await this.#raw.sendOffsets(group, topic, offset)) taken('TxnOffsetCommit', code);
    });
  }

  #end(transaction: SentTransaction): Promise<void> {
    const commits = !this.#random.onceIn(4);
    transaction.outcome = commits ? 'committing' : 'aborted';
    return this.#ask(async () => {
      taken(`The end of ${transaction.name}`, await this.#raw.end(commits));
      if (commits) transaction.outcome = 'committed';
      this.#ledger.answered();
    });
  }

  async #ask(request: () => Promise<void>): Promise<void> {
    this.#unanswered = request;
    await request();
    this.#unanswered = null;
  }

  /** Whether it was refused because the time-out came. What was refused is not committed. */
  #isOverdue({ code }: Refused): boolean {
    const transaction = this.#transaction;
    const isFenced = code === ERRORS.PRODUCER_FENCED || code === ERRORS.INVALID_PRODUCER_EPOCH;
    if (transaction === null || !isFenced || Date.now() - transaction.beganMs < transaction.timeoutMs) return false;
    transaction.outcome = 'aborted';
    return true;
  }

  get #raw(): RawProducer {
    if (this.#producer === null) throw new Error('The producer was not settled.');
    return this.#producer;
  }
}
