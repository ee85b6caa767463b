import { Admin, TransactionalWriter } from '@millrace/kafka';
import { describe, expect, test } from 'vitest';
import { brokerOf, testKafka } from '../testing/kafka-fixture.ts';
import { readStateLog } from './read-state-log.ts';
import { jsonRecord, recordKey, STATE_FORMAT } from './state-record.ts';

const topic = `state-${process.pid}-${Date.now().toString(36)}`;

describe.skipIf(testKafka === undefined)('reading a state topic on a real Kafka', () => {
  const broker = brokerOf(testKafka ?? 'none:1');

  test('a topic that an open transaction blocks is not taken for an empty one [E9]', async () => {
    const admin = await Admin.connect(broker);
    await admin.createTopics([{ name: topic, partitions: 1, config: {} }]);
    expect(await readStateLog(broker, topic)).toBeNull();
    const writer = await TransactionalWriter.open({ broker, transactionalId: topic });
    const { value } = jsonRecord('g-start', { format: STATE_FORMAT, generation: 1, meaning: {} });
    writer.begin();
    writer.add(topic, 0, 1, recordKey('g-start'), value);
    // More than a batch, so that a part is sent while the transaction is open.
    for (let i = 0; i < 20; i++) writer.add(topic, 0, 1, recordKey('base'), new Uint8Array(200_000));
    await writer.flushPart();
    await expect(readStateLog(broker, topic)).rejects.toThrow(/can be read to offset 0 of \d+.*find-hanging/);
    await writer.abort();
    writer.close();
    (await TransactionalWriter.open({ broker, transactionalId: topic })).close();
    expect(await readStateLog(broker, topic)).toBeNull();
    await admin.deleteTopics([topic]);
    await admin.close();
  });
});
