import { type BrokerAddress, LogReader, listBounds, partitionCounts } from '@millrace/kafka';
import type { RecordRanges } from '@millrace/kafka-wire';

/** A commit may bring one row and one marker: twice as many offsets as rows hold at least so many rows. */
const OFFSETS_PER_ROW = 2;

/**
 * The newest `count` committed records of a topic's first partition, oldest first, each as `rowOf` makes it; fewer where the topic
 * has fewer.
 */
export async function readTail<Row>(
  broker: BrokerAddress,
  topic: string,
  count: number,
  rowOf: (ranges: RecordRanges, i: number) => Row,
): Promise<Row[]> {
  const partitions = (await partitionCounts(broker, [topic])).get(topic) ?? 0;
  if (partitions === 0 || count === 0) return [];
  const [bounds] = await listBounds(broker, topic, partitions, 'read_committed');
  if (bounds === undefined || bounds.latest === bounds.earliest) return [];
  const from = Math.max(bounds.earliest, bounds.latest - OFFSETS_PER_ROW * count);
  const at = (offset: number) => new Map([[topic, new Map([[0, offset]])]]);
  const reader = await LogReader.open({
    broker,
    positions: at(from),
    until: at(bounds.latest),
    isolation: 'read_committed',
  });
  const rows: Row[] = [];
  try {
    for (let next = from; next < bounds.latest; ) {
      for (const fetched of await reader.next()) {
        for (const ranges of fetched.records) for (let i = 0; i < ranges.count; i++) rows.push(rowOf(ranges, i));
        if (rows.length > 2 * count) rows.splice(0, rows.length - count);
        next = fetched.nextOffset;
      }
    }
  } finally {
    reader.close();
  }
  return rows.slice(-count);
}
