import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryFiles, Stop } from '../files/testing/memory-files.ts';
import type { CompactionEnd } from './compaction.ts';
import type { LogConfig } from './log-config.ts';
import { isRefusal } from './log-refusal.ts';
import type { PartitionLog } from './partition-log.ts';
import {
  committedOf,
  type Entry,
  endOf,
  lastStableOffsetOf,
  type ModelRecord,
  producersOf,
  recordsOf,
  spanOf,
  tableOf,
} from './testing/log-model.ts';
import { makeBatch } from './testing/make-batch.ts';
import { granted, openLog } from './testing/open-log.ts';
import { readAll } from './testing/read-all.ts';

type Op =
  | { readonly op: 'append'; readonly producer: number; readonly keys: readonly number[]; readonly gzip: boolean }
  | { readonly op: 'resend'; readonly producer: number }
  | { readonly op: 'marker'; readonly producer: number; readonly isCommit: boolean; readonly bumps: boolean }
  | { readonly op: 'deleteBefore'; readonly share: number }
  | { readonly op: 'retain' }
  | { readonly op: 'compact'; readonly steps: number }
  | { readonly op: 'restart' }
  | { readonly op: 'fullDisk'; readonly room: number; readonly calls: number }
  /** The process ends before the n-th call from here on. */
  | { readonly op: 'stop'; readonly calls: number; readonly chances: readonly number[] };

const producer = fc.nat({ max: 4 });
const ops = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        op: fc.constant('append' as const),
        producer,
        keys: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 3 }),
        gzip: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('resend' as const), producer }) },
    {
      weight: 4,
      arbitrary: fc.record({
        op: fc.constant('marker' as const),
        producer: fc.integer({ min: 3, max: 4 }),
        isCommit: fc.boolean(),
        bumps: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        op: fc.constant('deleteBefore' as const),
        share: fc.constantFrom(0.3, 0.7, 1),
      }),
    },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('retain' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ op: fc.constant('compact' as const), steps: fc.integer({ min: 1, max: 60 }) }),
    },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('restart' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ op: fc.constant('fullDisk' as const), room: fc.nat({ max: 200 }), calls: fc.nat(3) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        op: fc.constant('stop' as const),
        calls: fc.nat({ max: 30 }),
        chances: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 12 }),
      }),
    },
  ),
  { maxLength: 60, size: 'max' },
);

/** A log, what it must hold, and a disk that fails. */
class Bench {
  readonly #files = new MemoryFiles();
  readonly #config: Partial<LogConfig>;
  readonly #fsync: boolean;
  #log: PartitionLog;
  #entries: readonly Entry[] = [];
  #logStartOffset = 0;
  #nowMs = 1000;
  #values = 0;
  #chances: readonly number[] = [];
  #compaction: Generator<undefined, CompactionEnd> | null = null;

  constructor(config: Partial<LogConfig>, fsync: boolean) {
    this.#config = { segmentBytes: 500, indexIntervalBytes: 100, ...config };
    this.#fsync = fsync;
    this.#log = this.#open(false);
  }

  run(op: Op): void {
    const before = this.#entries;
    const startBefore = this.#logStartOffset;
    try {
      this.#do(op);
      const problem = this.#log.flush();
      if (problem !== null) throw new Error(problem.message);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      this.#revive(before, startBefore);
    }
    if (this.#files.stopAt === Number.POSITIVE_INFINITY) this.#check();
  }

  #open(isClean: boolean): PartitionLog {
    this.#compaction = null;
    return openLog({ files: this.#files, config: this.#config, isClean, fsync: this.#fsync, nowMs: this.#nowMs });
  }

  #do(op: Op): void {
    this.#nowMs += 10;
    switch (op.op) {
      case 'append':
        this.#append(op.producer, op.keys, op.gzip);
        break;
      case 'resend':
        this.#resend(op.producer);
        break;
      case 'marker':
        this.#marker(op.producer, op.isCommit, op.bumps);
        break;
      case 'deleteBefore': {
        const offset = Math.floor(op.share * endOf(this.#entries));
        const target = Math.max(this.#logStartOffset, offset);
        this.#logStartOffset = target;
        granted(this.#log.deleteBefore(offset, this.#nowMs));
        break;
      }
      case 'retain':
        this.#logStartOffset = endOf(this.#entries);
        expect(this.#log.retain(this.#nowMs)).toBeNull();
        this.#logStartOffset = this.#log.logStartOffset;
        break;
      case 'compact':
        this.#compact(op.steps);
        break;
      case 'restart':
        this.#log.close();
        this.#log = this.#open(true);
        break;
      case 'fullDisk':
        this.#files.capacityBytes = this.#files.usedBytes + op.room;
        for (let i = 0; i <= op.calls; i++) this.#append(i, [i], false);
        this.#files.capacityBytes = Number.POSITIVE_INFINITY;
        break;
      case 'stop':
        this.#files.stopAfter(op.calls);
        this.#chances = op.chances;
    }
  }

  /** Producer 0 is none, 1 and 2 are idempotent, 3 and 4 transactional. */
  #append(producer: number, keys: readonly number[], gzip: boolean): void {
    const records = keys.map((key, i) => ({
      key: `k${key}`,
      value: (key + this.#values + i) % 7 === 0 ? null : `v${this.#values++}`,
      timestampMs: this.#nowMs,
    }));
    const producerId = producer === 0 ? -1n : BigInt(producer);
    const known = producersOf(this.#entries).get(producerId);
    const entry: Entry = {
      baseOffset: endOf(this.#entries),
      producerId,
      epoch: producer === 0 ? -1 : (known?.epoch ?? 0),
      sequence: producer === 0 ? -1 : (known?.lastSequence ?? -1) + 1,
      isTransactional: producer > 2,
      records,
      marker: null,
    };
    const { baseOffset } = entry;
    const batch = makeBatch({ ...entry, transactional: entry.isTransactional, gzip });
    this.#attempt(entry, () => {
      const done = this.#log.append(batch, this.#nowMs);
      if (!isRefusal(done))
        expect(done).toMatchObject({ baseOffset, lastOffset: endOf(this.#entries) - 1, isDuplicate: false });
      return done;
    });
  }

  #marker(producer: number, isCommit: boolean, bumps: boolean): void {
    const producerId = BigInt(producer);
    const known = producersOf(this.#entries).get(producerId);
    const entry: Entry = {
      baseOffset: endOf(this.#entries),
      producerId,
      epoch: (known?.epoch ?? 0) + (bumps ? 1 : 0),
      sequence: -1,
      isTransactional: true,
      records: [],
      marker: isCommit ? 'commit' : 'abort',
    };
    const marker = { producerId, producerEpoch: entry.epoch, isCommit, coordinatorEpoch: 0 };
    this.#attempt(entry, () => this.#log.appendMarker(marker, this.#nowMs));
  }

  /** The entry is in the log unless it was refused; while it is attempted nobody knows. */
  #attempt(entry: Entry, act: () => object): void {
    const before = this.#entries;
    this.#entries = [...before, entry];
    const done = act();
    if (!isRefusal(done)) return;
    expect(this.#files.capacityBytes).not.toBe(Number.POSITIVE_INFINITY);
    this.#entries = before;
  }

  #resend(producer: number): void {
    const producerId = BigInt(producer);
    const entry = this.#entries.findLast((e) => e.producerId === producerId && e.marker === null);
    if (entry === undefined || producer === 0 || entry.epoch !== producersOf(this.#entries).get(producerId)?.epoch)
      return;
    const done = this.#log.append(makeBatch({ ...entry, transactional: entry.isTransactional }), this.#nowMs);
    const { baseOffset } = entry;
    expect(done).toMatchObject({ baseOffset, lastOffset: baseOffset + spanOf(entry) - 1, isDuplicate: true });
  }

  #compact(steps: number): void {
    this.#compaction ??= this.#log.compaction(this.#nowMs, { maxKeys: 4, workPerStep: 8 });
    for (let i = 0; i < steps; i++) {
      const { done, value } = this.#compaction.next();
      if (done !== true) continue;
      expect(typeof value).toBe('string');
      this.#compaction = null;
      return;
    }
  }

  /** What was confirmed is there; of the rest, a first part. */
  #revive(before: readonly Entry[], startBefore: number): void {
    let i = 0;
    const chance = () => this.#chances[i++ % this.#chances.length] as number;
    if (this.#fsync) this.#files.losePower(chance);
    else this.#files.kill();
    this.#files.capacityBytes = Number.POSITIVE_INFINITY;
    this.#log = this.#open(false);
    expect(this.#log.recovery.damaged).toEqual([]);
    const kept = this.#entries.filter(({ baseOffset }) => baseOffset < this.#log.highWatermark);
    expect(kept.length).toBeGreaterThanOrEqual(before.length);
    this.#entries = kept.length >= before.length ? kept : before;
    expect(this.#log.logStartOffset).toBeGreaterThanOrEqual(startBefore);
    expect(this.#log.logStartOffset).toBeLessThanOrEqual(Math.max(startBefore, this.#logStartOffset));
    this.#logStartOffset = this.#log.logStartOffset;
  }

  #check(): void {
    const log = this.#log;
    const entries = this.#entries;
    expect(log.highWatermark).toBe(endOf(entries));
    expect(log.logStartOffset).toBe(this.#logStartOffset);
    expect(log.lastStableOffset).toBe(Math.max(this.#logStartOffset, lastStableOffsetOf(entries)));
    const producers = log.producers().map(({ producerId, epoch, batches, transactionStart }) => {
      const lastSequence = batches.at(-1)?.lastSequence ?? -1;
      return [producerId, { epoch, lastSequence, transactionStart }] as const;
    });
    expect(new Map(producers)).toEqual(producersOf(entries));
    const isFrom = ({ offset }: ModelRecord) => offset >= this.#logStartOffset;
    this.#compare(readAll(log, false, 150), recordsOf(entries).filter(isFrom), false);
    this.#compare(readAll(log, true, 350), committedOf(entries).filter(isFrom), true);
  }

  /** A compacted log holds some of the records, of the committed ones the latest of each key. */
  #compare(found: readonly ModelRecord[], expected: readonly ModelRecord[], isCommitted: boolean): void {
    const isWhole = this.#config.cleanupPolicy?.includes('compact') !== true;
    const byOffset = new Map(expected.map((record) => [record.offset, record]));
    expect(found).toEqual(isWhole ? expected : found.map(({ offset }) => byOffset.get(offset)));
    if (isCommitted) expect(tableOf(found)).toEqual(tableOf(expected));
  }
}

const DELETE: Partial<LogConfig> = { retentionBytes: 1500 };
const COMPACT: Partial<LogConfig> = { cleanupPolicy: ['compact'], minCleanableDirtyRatio: 0, deleteRetentionMs: 50 };

test.each([
  ['a log that deletes, killed', DELETE, false],
  ['a log that deletes, without power', DELETE, true],
  ['a log that compacts, killed', COMPACT, false],
  ['a log that compacts, without power', COMPACT, true],
])('%s, holds what was acknowledged', (_, config, fsync) => {
  fc.assert(
    fc.property(ops, (sequence) => {
      const bench = new Bench(config, fsync);
      for (const op of sequence) bench.run(op);
    }),
    { numRuns: 60 },
  );
});
