import { decodeBatches, partitionForKey } from '@millrace/kafka-wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatchQueues, sequenceAfter } from './batch-queues.ts';

const PRODUCER = { producerId: 1n, epoch: 0, transactional: true };
const ALL = { topic: 't', from: 0, until: Number.POSITIVE_INFINITY, aborted: null };

test.each([
  [0, 1, 1],
  [2 ** 31 - 1, 1, 0],
  [2 ** 31 - 5, 10, 5],
  [2 ** 31 - 10, 10, 0],
])('sequence numbers are int32 and begin again at 0: behind %i and %i records comes %i', (sequence, count, next) => {
  expect(sequenceAfter(sequence, count)).toBe(next);
});

test('every record comes out once, in order, in its partition, in batches below the limit', () => {
  const record = fc.record({ partition: fc.nat(3), bytes: fc.integer({ min: 0, max: 150 }) });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 80 }), fc.nat(1500), (records, roundBytes) => {
      const queues = new BatchQueues(() => 260);
      for (const [i, { partition, bytes }] of records.entries()) {
        queues.add('t', partition, i, null, Buffer.alloc(bytes, i), []);
      }
      const given = new Map<number, number[]>();
      for (let round = queues.takeRound(true, roundBytes, PRODUCER); round !== null; ) {
        for (const { index, records: batch } of round.topics[0]?.partitions ?? []) {
          expect(batch?.length).toBeLessThanOrEqual(260);
          const times = given.get(index) ?? [];
          const { ranges } = decodeBatches(batch as Buffer, { ...ALL, partition: index });
          given.set(index, [...times, ...ranges.flatMap(({ timestamps }) => [...timestamps])]);
        }
        round = queues.takeRound(true, roundBytes, PRODUCER);
      }
      for (const partition of [0, 1, 2, 3]) {
        const expected = records.flatMap((one, i) => (one.partition === partition ? [i] : []));
        expect(given.get(partition) ?? []).toEqual(expected);
      }
      expect(queues.bytes).toBe(0);
    }),
  );
});

test('a key decides the partition as the Java client does', () => {
  const keys = ['21', 'foobar', 'a-little-bit-long-string', ''];
  const bytes = Buffer.from(keys.join(''));
  const ends = keys.map((_, i) => keys.slice(0, i + 1).join('').length);
  const starts = keys.map((key, i) => (ends[i] as number) - key.length);
  const columns = { keyStart: Int32Array.from(starts), keyEnd: Int32Array.from(ends) };
  const values = { valueStart: new Int32Array(4).fill(-1), valueEnd: new Int32Array(4).fill(-1) };
  const queues = new BatchQueues(() => 1_000_000);
  queues.addAll('t', 7, { bytes, count: 4, timestamps: Float64Array.from([0, 1, 2, 3]), ...columns, ...values });
  const partitions = queues.takeUnenlisted(true).flatMap((topic) => topic.partitions);
  expect(new Set(partitions)).toEqual(new Set(keys.map((key) => partitionForKey(Buffer.from(key), 7))));
});
