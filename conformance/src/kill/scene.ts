import type { Bench } from '../bench.ts';
import { checkLog } from './check-log.ts';
import { checkOpen } from './check-open.ts';
import { checkTransactions, untilEnded } from './check-transactions.ts';
import { IdempotentProducer } from './idempotent-producer.ts';
import { KeyedWriter } from './keyed-writer.ts';
import { Ledger } from './ledger.ts';
import type { ProducerUnderKill } from './producer-under-kill.ts';
import { Random } from './random.ts';
import { makeTopics, type Topics } from './topics.ts';
import { TransactionalProducer } from './transactional-producer.ts';

/** How many producers there are; each has a connection of its own. */
export const PRODUCERS = 4;

/** Topics, those who write to them, and what they know. */
export class Scene {
  readonly ledger: Ledger;
  readonly topics: Topics;
  readonly producers: readonly ProducerUnderKill[];
  readonly #keyed: KeyedWriter;
  readonly #groupId: string;

  private constructor(topics: Topics, age: number, random: Random) {
    const own = () => new Random(random.seed());
    this.topics = topics;
    this.ledger = new Ledger();
    this.#groupId = `group-${age}`;
    this.#keyed = new KeyedWriter(this.ledger, own());
    const steady = { name: `steady-${age}`, timeoutMs: 60_000, group: this.#groupId, afterKill: 'resumes' } as const;
    const fickle = { name: `fickle-${age}`, timeoutMs: 300, group: null, afterKill: 'abandons' } as const;
    this.producers = [
      new IdempotentProducer(this.ledger, own()),
      new TransactionalProducer(this.ledger, own(), steady),
      new TransactionalProducer(this.ledger, own(), fickle),
      this.#keyed,
    ];
  }

  /** `age` tells its names from those of others. */
  static async make(bench: Bench, age: number, random: Random): Promise<Scene> {
    return new Scene(await makeTopics(bench, age), age, random);
  }

  /**
   * Compares what the broker has after a start with what the producers know: as it is found, and when the producers have come back and
   * nothing is open any more. Throws with the first thing that does not hold; after ConnectionLost it is to be done again.
   */
  async check(bench: Bench, writing: readonly Bench[]): Promise<void> {
    const { ledger, topics } = this;
    for (const place of topics.plain) await checkLog(bench, ledger, place);
    await checkOpen(bench, ledger);
    await this.#keyed.check(bench, topics);
    await this.settle(writing);
    await untilEnded(bench, topics.plain);
    for (const place of topics.plain) await checkLog(bench, ledger, place);
    await checkTransactions(bench, ledger, { groupId: this.#groupId, topic: topics.source });
  }

  async settle(writing: readonly Bench[]): Promise<void> {
    for (const [i, producer] of this.producers.entries()) await producer.settle(writing[i] as Bench);
  }
}
