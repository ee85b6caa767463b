import { Kafka, logLevel } from 'kafkajs';
import { Admin } from '../admin.ts';
import { parseBrokers } from '../broker-address.ts';
import type { BrokerAddress } from '../errors.ts';
import { LogReader } from '../log-reader.ts';
import { listBounds } from '../offsets.ts';
import type { Isolation } from '../positions.ts';
import { TransactionalWriter } from '../transactional-writer.ts';

const ADDRESS = process.env['MILLRACE_TEST_KAFKA'];

/** The Kafka of the tests; null where there is none, which is printed. */
export const TEST_KAFKA: BrokerAddress | null = ADDRESS === undefined ? null : (parseBrokers(ADDRESS)?.[0] ?? null);
if (TEST_KAFKA === null) console.log('skipped: no Kafka: set MILLRACE_TEST_KAFKA');

const RUN = `kafka-test-${process.pid}-${process.hrtime.bigint()}`;

/** Topics, groups and transactional ids of one test run have names of their own. */
export function named(name: string): string {
  return `${RUN}-${name}`;
}

export function testKafka(): BrokerAddress {
  if (TEST_KAFKA === null) throw new Error('This test needs a Kafka and must have been skipped.');
  return TEST_KAFKA;
}

/** Another implementation of the protocol, which says nothing and retries soon. */
export function otherClient(): Kafka {
  const { host, port } = testKafka();
  return new Kafka({ brokers: [`${host}:${port}`], logLevel: logLevel.NOTHING, retry: { initialRetryTime: 20 } });
}

const made = new Set<string>();

/** Deletes what `makeTopic` made: for `afterAll`. */
export async function deleteTopics(): Promise<void> {
  if (made.size === 0) return;
  const admin = await Admin.connect(testKafka());
  await admin.deleteTopics([...made]);
  await admin.close();
}

/** A test has deleted it itself. */
export function forgetTopic(topic: string): void {
  made.delete(topic);
}

/** Records of any time stay: retention goes by their timestamps. */
export async function makeTopic(name: string, partitions = 1, config: Record<string, string> = {}): Promise<string> {
  const admin = await Admin.connect(testKafka());
  await admin.createTopics([{ name: named(name), partitions, config: { 'retention.ms': '-1', ...config } }]);
  await admin.close();
  made.add(named(name));
  return named(name);
}

export function openWriter(id: string, transactionTimeoutMs = 60_000): Promise<TransactionalWriter> {
  return TransactionalWriter.open({ broker: testKafka(), transactionalId: named(id), transactionTimeoutMs });
}

/** Initialising an id waits for the markers of its last transaction, which Kafka writes after it has answered EndTxn. */
export async function untilVisible(id: string): Promise<void> {
  (await openWriter(id)).close();
}

export type ReadRecord = { readonly offset: number; readonly key: string | null; readonly value: string | null };

/** Everything that partition 0 holds up to its present end. */
export async function readAll(topic: string, isolation: Isolation = 'read_committed'): Promise<ReadRecord[]> {
  const [bounds] = await listBounds(testKafka(), topic, 1, isolation);
  const { earliest, latest } = bounds ?? { earliest: 0, latest: 0 };
  const at = (offset: number) => new Map([[topic, new Map([[0, offset]])]]);
  const reader = await LogReader.open({ broker: testKafka(), positions: at(earliest), until: at(latest), isolation });
  const records: ReadRecord[] = [];
  for (let next = earliest; next < latest; ) {
    for (const fetched of await reader.next()) {
      next = fetched.nextOffset;
      for (const { buffer, count, offsets, keyStart, keyEnd, valueStart, valueEnd } of fetched.records) {
        const text = (start = -1, end = -1) => (start < 0 ? null : buffer.toString('utf8', start, end));
        for (let i = 0; i < count; i++) {
          const [key, value] = [text(keyStart[i], keyEnd[i]), text(valueStart[i], valueEnd[i])];
          records.push({ offset: offsets[i] as number, key, value });
        }
      }
    }
  }
  reader.close();
  return records;
}

export async function readValues(topic: string, isolation: Isolation = 'read_committed'): Promise<(string | null)[]> {
  return (await readAll(topic, isolation)).map(({ value }) => value);
}
