import {
  createTopics,
  deleteRecords,
  describeCluster,
  ERRORS,
  incrementalAlterConfigs,
  metadata,
} from '@millrace/kafka-wire';
import { describe, expect, test } from 'vitest';
import type { Bench } from '../bench.ts';

const TOPIC_RESOURCE = 2;

/** Topics, their partitions and configs. */
export function describeTopics(bench: Bench): void {
  const create = async (wanted: Readonly<Record<string, unknown>>, validateOnly = false) => {
    const topic = { name: '', numPartitions: 1, replicationFactor: 1, assignments: [], configs: [], ...wanted };
    const { topics } = await bench.ask(createTopics, 4, { topics: [topic], timeoutMs: 10_000, validateOnly });
    return topics[0]?.errorCode;
  };
  const admin = async <T>(
    work: (admin: ReturnType<ReturnType<Bench['kafkajs']>['admin']>) => Promise<T>,
  ): Promise<T> => {
    const client = bench.kafkajs().admin();
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.disconnect();
    }
  };
  const partitionsOf = (topic: string) =>
    admin(async (client) => (await client.fetchTopicMetadata({ topics: [topic] })).topics[0]?.partitions.length);
  const configOf = (topic: string, name: string) =>
    admin(async (client) => {
      const wanted = {
        resources: [{ type: TOPIC_RESOURCE, name: topic, configNames: [name] }],
        includeSynonyms: false,
      };
      return (await client.describeConfigs(wanted)).resources[0]?.configEntries[0]?.configValue;
    });

  describe('topics', () => {
    test('are made once, listed, and deleted', async () => {
      const name = bench.name('made');
      expect(await create({ name, numPartitions: 3 })).toBe(ERRORS.NONE);
      expect(await create({ name })).toBe(ERRORS.TOPIC_ALREADY_EXISTS);
      expect(await partitionsOf(name)).toBe(3);
      await admin((client) => client.deleteTopics({ topics: [name] }));
      await expect.poll(() => admin((client) => client.listTopics())).not.toContain(name);
    });

    test.each<readonly [string, Readonly<Record<string, unknown>>, keyof typeof ERRORS]>([
      ['a name with a space', { name: 'no good' }, 'INVALID_TOPIC_EXCEPTION'],
      ['the name ..', { name: '..' }, 'INVALID_TOPIC_EXCEPTION'],
      ['a name of 250 letters', { name: 'x'.repeat(250) }, 'INVALID_TOPIC_EXCEPTION'],
      ['no partitions', { name: 'none', numPartitions: 0 }, 'INVALID_PARTITIONS'],
      ['two replicas', { name: 'two', replicationFactor: 2 }, 'INVALID_REPLICATION_FACTOR'],
      ['an unknown config', { name: 'conf', configs: [{ name: 'no.such', value: '1' }] }, 'INVALID_CONFIG'],
      [
        'a config that is no number',
        { name: 'conf', configs: [{ name: 'retention.ms', value: 'x' }] },
        'INVALID_CONFIG',
      ],
      [
        'a partition number beside assignments',
        { name: 'both', assignments: [{ partitionIndex: 0, brokerIds: [1] }] },
        'INVALID_REQUEST',
      ],
    ])('%s is refused', async (_, wanted, error) => {
      expect(await create(wanted)).toBe(ERRORS[error]);
    });

    test('that are only validated are not made', async () => {
      const name = bench.name('validated');
      expect(await create({ name }, true)).toBe(ERRORS.NONE);
      expect(await admin((client) => client.listTopics())).not.toContain(name);
    });

    test('that a request for metadata names are not made unless it wants that', async () => {
      const name = bench.name('asked');
      const request = {
        topics: [{ topicId: '00000000-0000-0000-0000-000000000000', name }],
        allowAutoTopicCreation: false,
        includeClusterAuthorizedOperations: false,
        includeTopicAuthorizedOperations: false,
      };
      const { topics } = await bench.ask(metadata, 8, request);
      expect(topics[0]?.errorCode).toBe(ERRORS.UNKNOWN_TOPIC_OR_PARTITION);
      expect(await admin((client) => client.listTopics())).not.toContain(name);
    });

    test('get more partitions, never fewer', async () => {
      const topic = await bench.topic('wider', 2);
      const widen = (count: number) =>
        admin((client) => client.createPartitions({ topicPartitions: [{ topic, count }] }));
      await widen(5);
      await expect.poll(() => partitionsOf(topic)).toBe(5);
      await expect(widen(3)).rejects.toThrow(/partitions/i);
      const produced = async () => (await bench.produce(topic, ['x'], { partition: 4 })).errorCode;
      await expect.poll(produced, { message: 'the new partition has a leader' }).toBe(ERRORS.NONE);
      expect(await bench.values(topic, true, 4)).toEqual(['x']);
    });

    test('are configured one by one, and get their first values back', async () => {
      const topic = await bench.topic('configured', 1, { 'retention.ms': '1000', 'segment.bytes': '2000000' });
      const change = async (name: string, configOperation: number, value: string | null, validateOnly = false) => {
        const configs = [{ name, configOperation, value }];
        const resources = [{ resourceType: TOPIC_RESOURCE, resourceName: topic, configs }];
        const { responses } = await bench.ask(incrementalAlterConfigs, 0, { resources, validateOnly });
        return responses[0]?.errorCode;
      };
      expect(await change('retention.ms', 0, '5000')).toBe(ERRORS.NONE);
      expect(await change('retention.ms', 0, '7000', true)).toBe(ERRORS.NONE);
      await expect.poll(() => configOf(topic, 'retention.ms')).toBe('5000');
      expect(await configOf(topic, 'segment.bytes')).toBe('2000000');
      expect(await change('cleanup.policy', 2, 'compact')).toBe(ERRORS.NONE);
      await expect.poll(() => configOf(topic, 'cleanup.policy')).toBe('delete,compact');
      expect(await change('cleanup.policy', 3, 'delete')).toBe(ERRORS.NONE);
      await expect.poll(() => configOf(topic, 'cleanup.policy')).toBe('compact');
      expect(await change('retention.ms', 1, null)).toBe(ERRORS.NONE);
      await expect.poll(() => configOf(topic, 'retention.ms')).toBe('604800000');
      expect(await change('retention.ms', 0, 'soon')).toBe(ERRORS.INVALID_CONFIG);
      expect(await change('retention.ms', 2, '1')).toBe(ERRORS.INVALID_CONFIG);
    });

    test('lose the records before an offset', async () => {
      const topic = await bench.topic('shorter');
      for (let i = 0; i < 6; i++) await bench.produce(topic, [String(i)]);
      const deleteBefore = async (offset: number) => {
        const request = { topics: [{ name: topic, partitions: [{ index: 0, offset }] }], timeoutMs: 10_000 };
        const { topics } = await bench.ask(deleteRecords, 1, request);
        const { errorCode, lowWatermark } = topics[0]?.partitions[0] ?? { errorCode: -2, lowWatermark: -2 };
        return [errorCode, lowWatermark];
      };
      expect(await deleteBefore(4)).toEqual([ERRORS.NONE, 4]);
      expect((await bench.fetch(topic, 1)).errorCode).toBe(ERRORS.OFFSET_OUT_OF_RANGE);
      expect(await bench.values(topic)).toEqual(['4', '5']);
      expect((await deleteBefore(99))[0]).toBe(ERRORS.OFFSET_OUT_OF_RANGE);
      expect(await deleteBefore(-1)).toEqual([ERRORS.NONE, 6]);
      expect((await bench.produce(topic, ['next'])).baseOffset).toBe(6);
      expect(await bench.values(topic)).toEqual(['next']);
    });
  });

  test('the cluster has one broker, which a client reaches where it came from', async () => {
    const request = { includeClusterAuthorizedOperations: false, endpointType: 1, includeFencedBrokers: false };
    const { errorCode, clusterId, controllerId, brokers } = await bench.ask(describeCluster, 0, request);
    expect(errorCode).toBe(ERRORS.NONE);
    expect(clusterId).toMatch(/^[\w-]{22}$/);
    expect(brokers).toMatchObject([{ brokerId: controllerId, ...bench.address }]);
  });
}
