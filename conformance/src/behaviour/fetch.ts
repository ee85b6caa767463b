import { ERRORS, listOffsets } from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import { type Bench, batchOf } from '../bench.ts';

/** Reading: what comes, what is waited for, where a partition begins and ends. */
export function describeFetch(bench: Bench): void {
  const list = async (topic: string, timestamp: number, version = 5) => {
    const partitions = [{ index: 0, currentLeaderEpoch: -1, timestamp }];
    const request = { replicaId: -1, isolationLevel: 0, topics: [{ name: topic, partitions }], timeoutMs: 0 };
    const { topics } = await bench.ask(listOffsets, version, request);
    const {
      errorCode,
      offset,
      timestamp: at,
    } = topics[0]?.partitions[0] ?? { errorCode: -2, offset: -2, timestamp: -2 };
    return { errorCode, offset, timestamp: at };
  };

  describe('fetch', () => {
    test('gives records in order from any offset, in whole batches', async () => {
      const topic = await bench.topic('order');
      for (let i = 0; i < 5; i++) {
        expect(await bench.produce(topic, [`${i}a`, `${i}b`])).toMatchObject({ errorCode: 0, baseOffset: 2 * i });
      }
      expect(await bench.values(topic)).toEqual(['0a', '0b', '1a', '1b', '2a', '2b', '3a', '3b', '4a', '4b']);
      const { seen, highWatermark, lastStableOffset, logStartOffset } = await bench.fetch(topic, 3);
      expect(seen[0]).toEqual({ offset: 3, key: null, value: '1b' });
      expect({ highWatermark, lastStableOffset, logStartOffset }).toEqual({
        highWatermark: 10,
        lastStableOffset: 10,
        logStartOffset: 0,
      });
    });

    test('null, empty and other values and keys are three different things', async () => {
      const topic = await bench.topic('nulls');
      await bench.produce(topic, [null, '', '{}'], { key: '' });
      await bench.produce(topic, ['x'], { key: null });
      expect(await bench.readAll(topic)).toEqual([
        { offset: 0, key: '', value: null },
        { offset: 1, key: '', value: '' },
        { offset: 2, key: '', value: '{}' },
        { offset: 3, key: null, value: 'x' },
      ]);
    });

    test('waits for a record, and answers as soon as it is there', async () => {
      const topic = await bench.topic('waits');
      const connection = await bench.connect();
      const waiting = bench.fetch(topic, 0, { maxWaitMs: 20_000, connection });
      await bench.produce(topic, ['there']);
      expect((await waiting).values).toEqual(['there']);
      connection.close();
    });

    test('waits for so many bytes, and answers with fewer when its time is over', async () => {
      const topic = await bench.topic('min-bytes');
      await bench.produce(topic, ['few']);
      const startedMs = performance.now();
      const { values } = await bench.fetch(topic, 0, { maxWaitMs: 300, minBytes: 100_000 });
      expect(values).toEqual(['few']);
      expect(performance.now() - startedMs).toBeGreaterThan(290);
    });

    test('gives one batch however small the limit is, and no more than the limit otherwise', async () => {
      const topic = await bench.topic('limits');
      for (let i = 0; i < 3; i++) await bench.produce(topic, [`${i}`.repeat(1_000)]);
      expect((await bench.fetch(topic, 0, { partitionBytes: 10 })).values).toEqual(['0'.repeat(1_000)]);
      expect((await bench.fetch(topic, 0, { partitionBytes: 2_500 })).seen.map(({ offset }) => offset)).toEqual([0, 1]);
      expect((await bench.fetch(topic, 2, { maxBytes: 1, partitionBytes: 1 })).values).toEqual(['2'.repeat(1_000)]);
    });

    test('says at once what is wrong: an offset out of range, an unknown partition, a later leader epoch', async () => {
      const topic = await bench.topic('wrong');
      await bench.produce(topic, ['x']);
      expect((await bench.fetch(topic, 7, { maxWaitMs: 20_000 })).errorCode).toBe(ERRORS.OFFSET_OUT_OF_RANGE);
      expect((await bench.fetch(topic, 0, { partition: 9, maxWaitMs: 20_000 })).errorCode).toBe(
        ERRORS.UNKNOWN_TOPIC_OR_PARTITION,
      );
      expect((await bench.fetch(bench.name('none'), 0)).errorCode).toBe(ERRORS.UNKNOWN_TOPIC_OR_PARTITION);
    });

    test('a batch that was damaged on the way, or is none, is refused and not kept', async () => {
      const topic = await bench.topic('damaged');
      const damaged = batchOf(['damaged']);
      damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
      expect(await bench.send(topic, damaged)).toMatchObject({ errorCode: ERRORS.CORRUPT_MESSAGE });
      await bench.produce(topic, ['whole']);
      expect(await bench.values(topic)).toEqual(['whole']);
    });

    test('a batch larger than max.message.bytes is refused', async () => {
      const topic = await bench.topic('large', 1, { 'max.message.bytes': '2000' });
      expect((await bench.produce(topic, ['x'.repeat(3_000)])).errorCode).toBe(ERRORS.MESSAGE_TOO_LARGE);
      expect((await bench.produce(topic, ['x'.repeat(1_500)])).errorCode).toBe(ERRORS.NONE);
    });

    test('a compacted topic takes no record without a key', async () => {
      const topic = await bench.topic('compacted', 1, { 'cleanup.policy': 'compact' });
      expect((await bench.produce(topic, ['x'])).errorCode).toBe(ERRORS.INVALID_RECORD);
      expect((await bench.produce(topic, ['x'], { key: 'k' })).errorCode).toBe(ERRORS.NONE);
    });

    test("with LogAppendTime records carry the broker's time", async () => {
      const topic = await bench.topic('broker-time', 1, { 'message.timestamp.type': 'LogAppendTime' });
      const { logAppendTimeMs } = await bench.produce(topic, ['x'], { timestampMs: 5 });
      expect(logAppendTimeMs).toBeGreaterThan(1_600_000_000_000);
      expect(await list(topic, logAppendTimeMs)).toEqual({ errorCode: 0, offset: 0, timestamp: logAppendTimeMs });
    });
  });

  describe('list offsets', () => {
    test('earliest, latest, the first at or behind a time, and none', async () => {
      const topic = await bench.topic('times');
      for (const timestampMs of [1_000, 2_000, 3_000]) await bench.produce(topic, ['a', 'b'], { timestampMs });
      expect((await list(topic, -2)).offset).toBe(0);
      expect((await list(topic, -1)).offset).toBe(6);
      expect(await list(topic, 1_500)).toEqual({ errorCode: 0, offset: 2, timestamp: 2_000 });
      expect(await list(topic, 2_000)).toEqual({ errorCode: 0, offset: 2, timestamp: 2_000 });
      expect(await list(topic, 0)).toEqual({ errorCode: 0, offset: 0, timestamp: 1_000 });
      expect(await list(topic, 9_000)).toEqual({ errorCode: 0, offset: -1, timestamp: -1 });
    });

    test('the record with the latest time', async () => {
      const topic = await bench.topic('max-time');
      for (const timestampMs of [1_000, 9_000, 3_000]) await bench.produce(topic, ['x'], { timestampMs });
      expect(await list(topic, -3, 7)).toEqual({ errorCode: 0, offset: 1, timestamp: 9_000 });
    });
  });
}
