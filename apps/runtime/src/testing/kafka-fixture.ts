import {
  Admin,
  type BrokerAddress,
  listBounds,
  parseBrokers,
  partitionCounts,
  TransactionalWriter,
} from '@millrace/kafka';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import { javaTool } from '../../../../tools/kafka/local-kafka.mjs';

/** The Kafka that the test runner started; undefined: the tests on Kafka are skipped. */
export const testKafka = process.env['MILLRACE_TEST_KAFKA'];
if (testKafka === undefined) console.log('skipped: no Kafka (set MILLRACE_TEST_KAFKA=host:port)');

export function brokerOf(address: string): BrokerAddress {
  const [broker] = parseBrokers(address) ?? [];
  if (broker === undefined) throw new Error(`MILLRACE_TEST_KAFKA is ${address}, which is not host:port.`);
  return broker;
}

const encoder = new TextEncoder();

export type TestRecord = { readonly partition: number; readonly value: string | null; readonly timestampMs?: number };

export async function makeTopic(broker: BrokerAddress, name: string, partitions: number): Promise<void> {
  const admin = await Admin.connect(broker);
  try {
    await admin.createTopics([{ name, partitions, config: { 'retention.ms': '-1' } }]);
  } finally {
    await admin.close();
  }
}

/**
 * Writes records in order, in transactions of `chunk`; between two of them a foreign producer with the id `abortsOf` aborts a
 * transaction of garbage in every partition.
 */
export async function produceRecords(
  broker: BrokerAddress,
  topic: string,
  records: readonly TestRecord[],
  { chunk = 500, abortsOf }: { readonly chunk?: number; readonly abortsOf?: string } = {},
): Promise<void> {
  const transactionalId = `producer-of-${topic}`;
  const writer = await TransactionalWriter.open({ broker, transactionalId });
  const foreign = abortsOf === undefined ? null : await connectForeign(broker, abortsOf);
  const partitions = [...new Set(records.map(({ partition }) => partition))];
  for (let at = 0; at < records.length; at += chunk) {
    const aborted = await foreign?.transaction();
    await aborted?.send({ topic, messages: partitions.map((partition) => ({ partition, value: GARBAGE })) });
    writer.begin();
    for (const { partition, value, timestampMs = 0 } of records.slice(at, at + chunk)) {
      writer.add(topic, partition, timestampMs, null, value === null ? null : encoder.encode(value));
    }
    await writer.commit(null);
    await aborted?.abort();
  }
  await foreign?.disconnect();
  writer.close();
  // Initialising the id again waits for the markers of its last transaction.
  (await TransactionalWriter.open({ broker, transactionalId })).close();
}

/** It would win every window that it came into. */
const GARBAGE = '{"auction":1,"price":999999,"date_time":"2026-01-01T00:00:00Z"}';

async function connectForeign({ host, port }: BrokerAddress, transactionalId: string): Promise<Producer> {
  const kafka = new Kafka({
    brokers: [`${host}:${port}`],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 20 },
  });
  const producer = kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  return producer;
}

export type ReadRecord = {
  readonly partition: number;
  readonly offset: number;
  readonly headers: string;
  readonly key: string;
  readonly value: string;
};

/** Reads a topic with Apache Kafka's own console consumer at read_committed, up to the last stable offsets. */
export async function readWithConsole(broker: BrokerAddress, topic: string): Promise<ReadRecord[]> {
  const partitions = (await partitionCounts(broker, [topic])).get(topic) ?? 0;
  const bounds = await listBounds(broker, topic, partitions, 'read_committed');
  if (bounds.every(({ earliest, latest }) => latest === earliest)) return [];
  const output = await javaTool('org.apache.kafka.tools.consumer.ConsoleConsumer', [
    '--bootstrap-server',
    `${broker.host}:${broker.port}`,
    '--topic',
    topic,
    '--from-beginning',
    '--isolation-level',
    'read_committed',
    '--timeout-ms',
    '4000',
    ...['partition', 'offset', 'headers', 'key'].flatMap((part) => ['--formatter-property', `print.${part}=true`]),
  ]);
  return output
    .split('\n')
    .filter((line) => line.startsWith('Partition:'))
    .map((line) => {
      const [partition = '', offset = '', headers = '', key = '', ...value] = line.split('\t');
      return {
        partition: Number(partition.replace('Partition:', '')),
        offset: Number(offset.replace('Offset:', '')),
        headers,
        key,
        value: value.join('\t'),
      };
    });
}
