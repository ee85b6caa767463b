import {
  addOffsetsToTxn,
  addPartitionsToTxn,
  ERRORS,
  endTxn,
  initProducerId,
  txnOffsetCommit,
} from '@millrace/kafka-wire';
import type { Bench } from './bench.ts';

/** A transactional producer as the protocol has it, without a client that helps. */
export class RawProducer {
  #bench: Bench;
  readonly transactionalId: string;
  producerId = -1n;
  epoch = -1;
  readonly #sequences = new Map<string, number>();

  constructor(bench: Bench, transactionalId: string) {
    this.#bench = bench;
    this.transactionalId = transactionalId;
  }

  /** Goes on with what it is, over another connection. */
  through(bench: Bench): void {
    this.#bench = bench;
  }

  async init(transactionTimeoutMs = 60_000): Promise<number> {
    const { transactionalId } = this;
    const answer = await this.#settled(() =>
      this.#bench.ask(initProducerId, 1, { transactionalId, transactionTimeoutMs, producerId: -1n, producerEpoch: -1 }),
    );
    if (answer.errorCode !== ERRORS.NONE) return answer.errorCode;
    this.producerId = answer.producerId;
    this.epoch = answer.producerEpoch;
    this.#sequences.clear();
    return ERRORS.NONE;
  }

  async add(topic: string, ...partitions: readonly number[]): Promise<number | undefined> {
    const { transactionalId, producerId, epoch: producerEpoch } = this;
    const request = { transactionalId, producerId, producerEpoch, topics: [{ name: topic, partitions }] };
    const ask = async () => {
      const { topics } = await this.#bench.ask(addPartitionsToTxn, 2, request);
      return topics[0]?.partitions[0] ?? { errorCode: -2 };
    };
    return (await this.#settled(ask)).errorCode;
  }

  async send(topic: string, value: string, partition = 0): Promise<number> {
    return (await this.put(topic, [value], partition)).errorCode;
  }

  /** Sends values as one batch; gives the partition's answer. */
  async put(topic: string, values: readonly string[], partition: number) {
    const key = `${topic} ${partition}`;
    const baseSequence = this.#sequences.get(key) ?? 0;
    const producer = { producerId: this.producerId, epoch: this.epoch, baseSequence, transactional: true };
    const { transactionalId } = this;
    const answer = await this.#bench.produce(topic, values, { partition, producer, transactionalId });
    if (answer.errorCode === ERRORS.NONE) this.#sequences.set(key, baseSequence + values.length);
    return answer;
  }

  async end(committed: boolean): Promise<number> {
    const { transactionalId, producerId, epoch: producerEpoch } = this;
    const request = { transactionalId, producerId, producerEpoch, committed };
    return (await this.#settled(() => this.#bench.ask(endTxn, 2, request))).errorCode;
  }

  async sendOffsets(groupId: string, topic: string, offset: number): Promise<readonly (number | undefined)[]> {
    const { transactionalId, producerId, epoch: producerEpoch } = this;
    const who = { transactionalId, producerId, producerEpoch, groupId };
    const added = await this.#settled(() => this.#bench.ask(addOffsetsToTxn, 2, who));
    const partitions = [{ index: 0, offset, leaderEpoch: -1, metadata: 'm' }];
    const commit = async () => {
      const request = {
        ...who,
        generationId: -1,
        memberId: '',
        groupInstanceId: null,
        topics: [{ name: topic, partitions }],
      };
      const { topics } = await this.#bench.ask(txnOffsetCommit, 2, request);
      return topics[0]?.partitions[0] ?? { errorCode: -2 };
    };
    return [added.errorCode, (await this.#settled(commit)).errorCode];
  }

  /** Kafka writes a transaction's markers after it has answered, and refuses the next one until then. */
  async #settled<T extends { readonly errorCode: number }>(ask: () => Promise<T>): Promise<T> {
    const passing: readonly number[] = [
      ERRORS.CONCURRENT_TRANSACTIONS,
      ERRORS.COORDINATOR_LOAD_IN_PROGRESS,
      ERRORS.COORDINATOR_NOT_AVAILABLE,
      ERRORS.NOT_COORDINATOR,
    ];
    for (;;) {
      const answer = await ask();
      if (!passing.includes(answer.errorCode)) return answer;
      await new Promise(setImmediate);
    }
  }
}
