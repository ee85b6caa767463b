import { Admin, type BrokerAddress, LogReader, listBounds, TransactionalWriter } from '@millrace/kafka';
import { type Fetch, PARTITIONS } from '../engine/bids.ts';

/** One batch of the producer, records; about what a producer of small records sends. */
const RECORDS_PER_COMMIT = 20_000;

/** Makes a topic and writes the bids of one fetch into it, each into its partition. */
export async function writeBids(broker: BrokerAddress, topic: string, fetch: Fetch): Promise<void> {
  const admin = await Admin.connect(broker);
  await admin.createTopics([{ name: topic, partitions: PARTITIONS, config: { 'retention.ms': '-1' } }]);
  await admin.close();
  const writer = await TransactionalWriter.open({ broker, transactionalId: `bench.${topic}` });
  const total = Math.max(...fetch.map(({ count }) => count));
  for (let from = 0; from < total; from += RECORDS_PER_COMMIT) {
    writer.begin();
    for (const [partition, records] of fetch.entries()) {
      for (let i = from; i < Math.min(records.count, from + RECORDS_PER_COMMIT); i++) {
        const value = records.buffer.subarray(records.valueStart[i], records.valueEnd[i]);
        writer.add(topic, partition, records.timestamps[i] as number, null, value);
      }
    }
    await writer.commit(null);
  }
  writer.close();
}

/**
 * Reads a topic at read_committed to its end with every CRC checked; `each` gets the value of a record. Without `each` the batches
 * are read and their records found, and nothing else. Gives the number of records.
 */
export async function readTopic(
  broker: BrokerAddress,
  topic: string,
  each: (value: Uint8Array) => void = () => undefined,
): Promise<number> {
  const bounds = await listBounds(broker, topic, PARTITIONS, 'read_committed');
  const places = (offset: (i: number) => number) => new Map([[topic, new Map(bounds.map((_, i) => [i, offset(i)]))]]);
  const until = bounds.map(({ latest }) => latest);
  const reader = await LogReader.open({
    broker,
    positions: places((i) => bounds[i]?.earliest ?? 0),
    isolation: 'read_committed',
    until: places((i) => until[i] ?? 0),
  });
  const left = new Map(until.flatMap((end, i) => (end > (bounds[i]?.earliest ?? 0) ? [[i, end] as const] : [])));
  let count = 0;
  while (left.size > 0) {
    for (const { partition, records, nextOffset } of await reader.next()) {
      for (const ranges of records) {
        count += ranges.count;
        for (let i = 0; i < ranges.count; i++) each(ranges.buffer.subarray(ranges.valueStart[i], ranges.valueEnd[i]));
      }
      if (nextOffset >= (left.get(partition) ?? 0)) left.delete(partition);
    }
  }
  reader.close();
  return count;
}
