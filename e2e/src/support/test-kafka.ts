import {
  Admin,
  type BrokerAddress,
  LogReader,
  listBounds,
  parseBrokers,
  partitionCounts,
  TransactionalWriter,
} from '@millrace/kafka';

/** The Kafka that the test runner started. */
export const kafkaAddress = process.env['MILLRACE_TEST_KAFKA'];

export function broker(): BrokerAddress {
  const [address] = parseBrokers(kafkaAddress ?? '') ?? [];
  if (address === undefined) throw new Error('Set MILLRACE_TEST_KAFKA=host:port.');
  return address;
}

export async function makeTopic(name: string, partitions: number): Promise<void> {
  const admin = await Admin.connect(broker());
  await admin.createTopics([{ name, partitions, config: {} }]);
  await admin.close();
}

export type Bid = {
  readonly partition: number;
  readonly auction: number;
  readonly price: number;
  readonly atMs: number;
};

/** Writes bids in this order, in one transaction. */
export async function produceBids(topic: string, bids: readonly Bid[]): Promise<void> {
  const writer = await TransactionalWriter.open({ broker: broker(), transactionalId: `e2e.${topic}` });
  writer.begin();
  for (const { partition, auction, price, atMs } of bids) {
    writer.add(topic, partition, atMs, null, Buffer.from(JSON.stringify({ auction, price, at: atMs })));
  }
  await writer.commit(null);
  writer.close();
}

/** The committed values of a topic, sorted. */
export async function valuesOf(topic: string): Promise<string[]> {
  const partitions = (await partitionCounts(broker(), [topic])).get(topic) ?? 0;
  if (partitions === 0) return [];
  const bounds = await listBounds(broker(), topic, partitions, 'read_committed');
  const at = (offset: (i: number) => number) => new Map([[topic, new Map(bounds.map((_, i) => [i, offset(i)]))]]);
  const left = new Set(bounds.flatMap(({ earliest, latest }, i) => (latest > earliest ? [i] : [])));
  const reader = await LogReader.open({
    broker: broker(),
    positions: at((i) => bounds[i]?.earliest ?? 0),
    until: at((i) => bounds[i]?.latest ?? 0),
    isolation: 'read_committed',
  });
  const values: string[] = [];
  while (left.size > 0) {
    for (const { partition, records, nextOffset } of await reader.next()) {
      for (const { buffer, count, valueStart, valueEnd } of records) {
        for (let i = 0; i < count; i++)
          values.push(Buffer.from(buffer.subarray(valueStart[i], valueEnd[i])).toString('utf8'));
      }
      if (nextOffset >= (bounds[partition]?.latest ?? 0)) left.delete(partition);
    }
  }
  reader.close();
  return values.sort();
}
