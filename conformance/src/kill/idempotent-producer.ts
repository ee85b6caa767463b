import { initProducerId } from '@millrace/kafka-wire';
import { type Bench, batchOf } from '../bench.ts';
import type { Ledger, Place, SentRecord } from './ledger.ts';
import { type ProducerUnderKill, taken } from './producer-under-kill.ts';
import type { Random } from './random.ts';
import { placed, type Topics } from './topics.ts';

const MOST_IN_FLIGHT = 5;

type SentBatch = { readonly place: Place; readonly baseSequence: number; readonly records: readonly SentRecord[] };

/** Sends up to five batches at once, and after a kill those again that were not answered: each of them counts once. */
export class IdempotentProducer implements ProducerUnderKill {
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #sequences = new Map<Place, number>();
  #producerId: bigint | null = null;
  #unanswered: readonly SentBatch[] = [];

  constructor(ledger: Ledger, random: Random) {
    this.#ledger = ledger;
    this.#random = random;
  }

  async settle(bench: Bench): Promise<void> {
    if (this.#producerId === null) {
      const nobody = { transactionalId: null, transactionTimeoutMs: 60_000, producerId: -1n, producerEpoch: -1 };
      const { errorCode, producerId } = await bench.ask(initProducerId, 1, nobody);
      taken('A producer id', errorCode);
      this.#producerId = producerId;
    }
    await this.#send(bench, this.#unanswered);
  }

  async work(bench: Bench, { plain }: Topics): Promise<never> {
    for (;;) {
      const count = 1 + this.#random.below(MOST_IN_FLIGHT);
      this.#unanswered = Array.from({ length: count }, () =>
        this.#batch(plain[this.#random.below(plain.length)] as Place),
      );
      await this.#send(bench, this.#unanswered);
    }
  }

  #batch(place: Place): SentBatch {
    const baseSequence = this.#sequences.get(place) ?? 0;
    const records = Array.from({ length: 1 + this.#random.below(3) }, () => this.#ledger.sends(place, 'idempotent'));
    this.#sequences.set(place, baseSequence + records.length);
    return { place, baseSequence, records };
  }

  /** All at once; what is answered is forgotten. */
  async #send(bench: Bench, batches: readonly SentBatch[]): Promise<void> {
    const answers = await Promise.allSettled(batches.map((batch) => this.#sendOne(bench, batch)));
    this.#unanswered = batches.filter((_, i) => answers[i]?.status === 'rejected');
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  }

  async #sendOne(bench: Bench, { place, baseSequence, records }: SentBatch): Promise<void> {
    const { topic, partition } = placed(place);
    const producer = { producerId: this.#producerId ?? -1n, epoch: 0, baseSequence, transactional: false };
    const values = records.map(({ value }) => value);
    const { errorCode, baseOffset } = await bench.send(topic, batchOf(values, producer), partition);
    taken(`The batch of sequence ${baseSequence} to ${place}`, errorCode);
    this.#ledger.acknowledges(records, Number(baseOffset));
  }
}
