import { deepStrictEqual } from 'node:assert';
import { deleteRecords, ERRORS, listOffsets } from '@millrace/kafka-wire';
import { batchOf } from '../bench.ts';
import { LogModel } from './log-model.ts';
import type { RestartableBroker } from './restartable-broker.ts';
import { PARTITIONS, type Sequence, type Step } from './steps.ts';

/** Records have times near here, so that markers, which have the broker's, are behind all of them. */
const TIME_MS = 1_600_000_000_000;
const LATEST = -1;
const EARLIEST = -2;

type LogStep = Extract<Step, { do: 'write' | 'idempotent' | 'deleteRecords' | 'read' | 'bounds' }>;

/** A batch of a producer as a step means it. */
export type Meant = {
  readonly partition: number;
  readonly count: number;
  readonly time: number;
  readonly sequence: Sequence;
  readonly pick: number;
};
export type Writer = {
  readonly producerId: bigint;
  readonly epoch: number;
  readonly transactionalId: string | null;
  readonly transaction: number | null;
};

/** Produce, Fetch, ListOffsets and DeleteRecords on the partitions of one topic. */
export class LogSteps {
  readonly #broker: RestartableBroker;
  readonly #topic: string;
  readonly #idempotent: readonly bigint[];
  readonly #logs = Array.from({ length: PARTITIONS }, () => new LogModel());
  #values = 0;

  constructor(broker: RestartableBroker, topic: string, idempotent: readonly bigint[]) {
    this.#broker = broker;
    this.#topic = topic;
    this.#idempotent = idempotent;
  }

  of(partition: number): LogModel {
    return this.#logs[partition] as LogModel;
  }

  get all(): readonly LogModel[] {
    return this.#logs;
  }

  async step(step: LogStep): Promise<void> {
    switch (step.do) {
      case 'write':
        return this.#write(step);
      case 'idempotent':
        return this.#idempotentBatches(step);
      case 'deleteRecords':
        return this.#deleteRecords(step.partition, step.share);
      case 'read':
        return this.#read(step.partition, step.share, step.committed);
      case 'bounds':
        return this.#bounds(step.partition, step.committed, step.time);
    }
  }

  async #idempotentBatches({ who, batches, ...step }: Extract<Step, { do: 'idempotent' }>): Promise<void> {
    const producerId = this.#idempotent[who] as bigint;
    const writer = { producerId, epoch: 0, transactionalId: null, transaction: null };
    const meant = { ...step, time: step.pick };
    for (let left = batches - 1; left > 0; left--) await this.send({ ...meant, sequence: 'next' }, writer);
    await this.send(meant, writer);
  }

  /** A producer's batch; `refused` where the coordinator does not let it. */
  async send(meant: Meant, writer: Writer, refused: number | null = null): Promise<void> {
    const log = this.of(meant.partition);
    const known = log.knownOf(writer.producerId);
    const next = known?.next ?? 0;
    const again = known?.batches.at(-1 - (meant.pick % Math.max(1, known.batches.length)));
    const isAgain = meant.sequence === 'again' && again !== undefined;
    const baseSequence = isAgain ? again.first : meant.sequence === 'gap' ? next + 2 : next;
    const values = this.#newValues(isAgain ? again.count : meant.count);
    const timestampMs = TIME_MS + meant.time;
    const { producerId, epoch, transactionalId, transaction } = writer;
    const batch = batchOf(
      values,
      { producerId, epoch, baseSequence, transactional: transaction !== null },
      timestampMs,
    );
    const { errorCode, baseOffset } = await this.#broker.bench.send(
      this.#topic,
      batch,
      meant.partition,
      transactionalId,
    );
    const expected =
      refused === null
        ? log.append({ values, timestampMs, producerId, baseSequence, transaction })
        : { errorCode: refused, baseOffset: -1 };
    deepStrictEqual({ errorCode, baseOffset }, expected);
  }

  async #write({ partition, count, time }: Extract<Step, { do: 'write' }>): Promise<void> {
    const values = this.#newValues(count);
    const timestampMs = TIME_MS + time;
    const { errorCode, baseOffset } = await this.#broker.bench.produce(this.#topic, values, { partition, timestampMs });
    const batch = { values, timestampMs, producerId: null, baseSequence: -1, transaction: null };
    deepStrictEqual({ errorCode, baseOffset }, this.of(partition).append(batch));
  }

  async #deleteRecords(partition: number, share: number): Promise<void> {
    const log = this.of(partition);
    const offset = Math.floor(share * log.end);
    const topics = [{ name: this.#topic, partitions: [{ index: partition, offset }] }];
    const answer = await this.#broker.bench.ask(deleteRecords, 1, { topics, timeoutMs: 1_000 });
    const isInside = offset <= log.end;
    if (isInside) log.start = Math.max(log.start, offset);
    deepStrictEqual(answer.topics[0]?.partitions, [
      {
        index: partition,
        lowWatermark: isInside ? log.start : -1,
        errorCode: isInside ? ERRORS.NONE : ERRORS.OFFSET_OUT_OF_RANGE,
      },
    ]);
  }

  async #read(partition: number, share: number, committed: boolean): Promise<void> {
    const log = this.of(partition);
    const from = Math.floor(share * log.end);
    const { seen, last } = await this.#fetchAll(partition, from, committed);
    const { errorCode, highWatermark, lastStableOffset, logStartOffset } = last;
    if (from < log.start || from > log.end) {
      deepStrictEqual({ errorCode, seen }, { errorCode: ERRORS.OFFSET_OUT_OF_RANGE, seen: [] });
      return;
    }
    const bounds = { highWatermark, lastStableOffset, logStartOffset };
    deepStrictEqual(
      { errorCode, ...bounds, seen },
      {
        errorCode: ERRORS.NONE,
        highWatermark: log.end,
        lastStableOffset: log.stable,
        logStartOffset: log.start,
        seen: log.read(from, committed),
      },
    );
  }

  /** An answer may end with a segment: asked on until one is empty. */
  async #fetchAll(partition: number, from: number, committed: boolean) {
    const seen: { readonly offset: number; readonly value: string | null }[] = [];
    for (let offset = from; ; ) {
      const last = await this.#broker.bench.fetch(this.#topic, offset, { partition, committed });
      seen.push(...last.seen.map((record) => ({ offset: record.offset, value: record.value })));
      if ((last.records?.length ?? 0) === 0) return { seen, last };
      offset = last.nextOffset;
    }
  }

  async #bounds(partition: number, committed: boolean, time: number): Promise<void> {
    const log = this.of(partition);
    const timestampMs = TIME_MS + time;
    const found = [];
    for (const timestamp of [EARLIEST, LATEST, timestampMs]) {
      const topics = [{ name: this.#topic, partitions: [{ index: partition, timestamp }] }];
      const request = { replicaId: -1, isolationLevel: committed ? 1 : 0, topics };
      const answer = await this.#broker.bench.ask(listOffsets, 5, request);
      found.push(answer.topics[0]?.partitions[0]?.offset);
    }
    const latest = committed ? log.stable : log.end;
    deepStrictEqual(found, [log.start, latest, log.offsetForTime(timestampMs, committed)]);
  }

  #newValues(count: number): readonly string[] {
    return Array.from({ length: count }, () => `value ${this.#values++}`);
  }
}
