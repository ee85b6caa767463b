import { type BrokerAddress, Connection, LogReader } from '@millrace/kafka';
import { BatchBuilder, produce } from '@millrace/kafka-wire';

const NOBODY = { producerId: -1n, epoch: -1, baseSequence: -1, transactional: false };
const VALUE_BYTES = 200;

/**
 * From the moment a record is sent, alone in its request, to the moment a reader has it: milliseconds, one per record, at a given
 * rate for a number of records. Clocks are one process's own.
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
  const answers: Promise<unknown>[] = [];
  for (let sent = 0; sent < records; ) {
    const due = Math.min(records, Math.floor(((performance.now() - startedMs) * perSecond) / 1_000) + 1);
    for (; sent < due; sent++) {
      sentMs.push(performance.now());
      answers.push(connection.request(produce, 8, requestOf(topic)));
    }
    await new Promise(setImmediate);
  }
  await Promise.all(answers);
  await reading;
  reader.close();
  connection.close();
  return took;
}

function requestOf(topic: string) {
  const builder = new BatchBuilder(512);
  builder.add(Date.now(), Buffer.alloc(0), -1, 0, Buffer.alloc(VALUE_BYTES, 97), 0, VALUE_BYTES);
  const records = builder.finish(NOBODY);
  return {
    transactionalId: null,
    acks: -1,
    timeoutMs: 10_000,
    topics: [{ name: topic, partitions: [{ index: 0, records }] }],
  };
}
