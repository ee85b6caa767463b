import { type BrokerAddress, Connection, LogReader } from '@millrace/kafka';
import { BatchBuilder, produce } from '@millrace/kafka-wire';

const NOBODY = { producerId: -1n, epoch: -1, baseSequence: -1, transactional: false };
const VALUE_BYTES = 200;
const IN_FLIGHT = 5;

/**
 * From the moment a record is due to be sent to the moment a reader has it: milliseconds, one per record, at a given rate for a number
 * of records. As a producer with linger 0 and five requests in flight: what waits goes with the next request that may be sent.
 */
export async function measureLatency(
  broker: BrokerAddress,
  topic: string,
  perSecond: number,
  records: number,
): Promise<number[]> {
  const connection = await Connection.open({ address: broker });
  const positions = new Map([[topic, new Map([[0, 0]])]]);
  const reader = await LogReader.open({ broker, positions, isolation: 'read_committed', maxWaitMs: 500 });
  const sentMs: number[] = [];
  const took: number[] = [];
  const reading = (async () => {
    while (took.length < records) {
      for (const fetched of await reader.next()) {
        const nowMs = performance.now();
        for (const { count, offsets } of fetched.records) {
          for (let i = 0; i < count; i++) took.push(nowMs - (sentMs[offsets[i] as number] as number));
        }
      }
    }
  })();
  const startedMs = performance.now();
  const dueMs = (record: number) => startedMs + (record * 1_000) / perSecond;
  const inFlight = new Set<Promise<unknown>>();
  while (sentMs.length < records || inFlight.size > 0) {
    const due = Math.min(records, Math.floor(((performance.now() - startedMs) * perSecond) / 1_000) + 1);
    const waiting = due - sentMs.length;
    if (waiting > 0 && inFlight.size < IN_FLIGHT) {
      for (let i = 0; i < waiting; i++) sentMs.push(dueMs(sentMs.length));
      const answer: Promise<unknown> = connection
        .request(produce, 8, requestOf(topic, waiting))
        .finally(() => inFlight.delete(answer));
      inFlight.add(answer);
    }
    await new Promise(setImmediate);
  }
  await reading;
  reader.close();
  connection.close();
  return took;
}

const VALUE = Buffer.alloc(VALUE_BYTES, 97);

function requestOf(topic: string, count: number) {
  const builder = new BatchBuilder(512);
  for (let i = 0; i < count; i++) builder.add(Date.now(), VALUE, -1, 0, VALUE, 0, VALUE_BYTES);
  const records = builder.finish(NOBODY);
  return {
    transactionalId: null,
    acks: -1,
    timeoutMs: 10_000,
    topics: [{ name: topic, partitions: [{ index: 0, records }] }],
  };
}
