import { ConnectionLost } from '@millrace/kafka';
import { Bench } from '../bench.ts';
import { BrokerProcess } from './broker-process.ts';
import { checkLog } from './check-log.ts';
import { checkTransactions, untilEnded } from './check-transactions.ts';
import { IdempotentProducer } from './idempotent-producer.ts';
import { KeyedWriter } from './keyed-writer.ts';
import { Ledger } from './ledger.ts';
import type { ProducerUnderKill } from './producer-under-kill.ts';
import { Random } from './random.ts';
import { makeTopics, type Topics } from './topics.ts';
import { TransactionalProducer } from './transactional-producer.ts';
import { readAlong } from './watching-reader.ts';

/** So many rounds write to the same topics; then everything of them is right and new ones are made. */
const ROUNDS_PER_TOPICS = 25;
const MOST_ANSWERS = 200;
const GROUP = 'group';

export type KillOptions = {
  readonly rounds: number;
  readonly seed: number;
  /** Empty; is left as the last kill left it. */
  readonly dataFolder: string;
  readonly onRound?: (round: number, answers: number) => void;
};

/**
 * Kills a broker with SIGKILL again and again, at a number of answers that the seed says, while four producers write; starts it on what
 * is left and compares that with what the producers know. Rejects with the round, the seed and the first thing that does not hold.
 */
export async function killRounds(options: KillOptions): Promise<void> {
  const run = new KillRun(options);
  for (let round = 0; round <= options.rounds; round++) {
    try {
      const answers = await run.round(round);
      options.onRound?.(round, answers);
    } catch (error) {
      throw new Error(`Round ${round} of seed ${options.seed}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
}

class KillRun {
  readonly #random: Random;
  readonly #dataFolder: string;
  readonly #lastRound: number;
  #producers: readonly ProducerUnderKill[] = [];
  #keyed: KeyedWriter;
  #ledger = new Ledger();
  #topics: Topics | null = null;
  #group = GROUP;

  constructor({ seed, dataFolder, rounds }: KillOptions) {
    this.#random = new Random(seed);
    this.#dataFolder = dataFolder;
    this.#lastRound = rounds;
    this.#keyed = new KeyedWriter(this.#ledger, this.#random);
  }

  /** One life of the broker; the last one only checks. Gives the number of answers. */
  async round(round: number): Promise<number> {
    const running = await BrokerProcess.start(this.#dataFolder);
    try {
      const benches = await Promise.all(Array.from({ length: 6 }, () => opened(running)));
      const [checking, reading, ...writing] = benches as [Bench, Bench, ...Bench[]];
      if (this.#topics !== null) await this.#check(checking, writing, this.#topics);
      if (this.#topics === null || round % ROUNDS_PER_TOPICS === 0) await this.#renew(checking, writing, round);
      if (round === this.#lastRound) return 0;
      return await this.#untilKilled(running, reading, writing);
    } finally {
      await running.kill();
    }
  }

  async #check(bench: Bench, writing: readonly Bench[], topics: Topics): Promise<void> {
    for (const place of topics.plain) await checkLog(bench, this.#ledger, place);
    await this.#settle(writing);
    await untilEnded(bench, topics.plain);
    for (const place of topics.plain) await checkLog(bench, this.#ledger, place);
    await checkTransactions(bench, this.#ledger, { groupId: this.#group, topic: topics.source });
    await this.#keyed.check(bench, topics);
  }

  async #settle(writing: readonly Bench[]): Promise<void> {
    for (const [i, producer] of this.#producers.entries()) await producer.settle(writing[i] as Bench);
  }

  async #renew(bench: Bench, writing: readonly Bench[], round: number): Promise<void> {
    const ledger = new Ledger();
    const random = () => new Random(this.#random.seed());
    this.#ledger = ledger;
    this.#group = `${GROUP}-${round}`;
    this.#topics = await makeTopics(bench, round);
    this.#keyed = new KeyedWriter(ledger, random());
    const steady = { name: `steady-${round}`, timeoutMs: 60_000, group: this.#group, abandons: false };
    const fickle = { name: `fickle-${round}`, timeoutMs: 300, group: null, abandons: true };
    this.#producers = [
      new IdempotentProducer(ledger, random()),
      new TransactionalProducer(ledger, random(), steady),
      new TransactionalProducer(ledger, random(), fickle),
      this.#keyed,
    ];
    await this.#settle(writing);
  }

  async #untilKilled(running: BrokerProcess, reading: Bench, writing: readonly Bench[]): Promise<number> {
    const ledger = this.#ledger;
    const topics = this.#topics as Topics;
    const before = ledger.answers;
    ledger.atAnswer(before + this.#random.below(MOST_ANSWERS), () => running.kill());
    const works = this.#producers.map((producer, i) => producer.work(writing[i] as Bench, topics));
    const ends = await Promise.allSettled(
      [...works, readAlong(reading, topics, ledger)].map((work) =>
        work.catch(async (error: unknown) => {
          await running.kill();
          throw error;
        }),
      ),
    );
    for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof ConnectionLost)) throw end.reason;
    return ledger.answers - before;
  }
}

async function opened({ broker }: BrokerProcess): Promise<Bench> {
  const bench = new Bench();
  await bench.begin(broker);
  return bench;
}
