import { Kafka, logLevel } from 'kafkajs';
import { controlCall } from './control-error.ts';
import type { BrokerAddress, PartitionPlace } from './errors.ts';
import { listBounds } from './offsets.ts';

const RETRIES = 5;
/** The protocol's number for it; kafkajs's own constant is not visible to ES modules. */
const TOPIC_RESOURCE = 2;

export type NewTopic = {
  readonly name: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
};

/** A topic's settings that decide how it is read and written. */
export type TopicSettings = {
  /** The largest batch that it takes. */
  readonly maxMessageBytes: number;
  /** Whether the broker's time replaces the producer's (message.timestamp.type). */
  readonly logAppendTime: boolean;
};

/** The control path: topics, their configuration, groups; by kafkajs, which says nothing itself. */
export class Admin {
  readonly #broker: BrokerAddress;
  readonly #admin: ReturnType<Kafka['admin']>;

  static async connect(broker: BrokerAddress): Promise<Admin> {
    const kafka = new Kafka({
      clientId: 'millrace-admin',
      brokers: [broker.host.includes(':') ? `[${broker.host}]:${broker.port}` : `${broker.host}:${broker.port}`],
      logLevel: logLevel.NOTHING,
      retry: { retries: RETRIES },
    });
    const admin = kafka.admin();
    await controlCall(broker, 'connect', () => admin.connect());
    return new Admin(broker, admin);
  }

  private constructor(broker: BrokerAddress, admin: ReturnType<Kafka['admin']>) {
    this.#broker = broker;
    this.#admin = admin;
  }

  /**
   * Makes topics and waits until they can be read and written; one that is there already stays as it is. Replication is the
   * broker's default. Rejects with {@link ControlRefused} that names the command which makes the topic by hand.
   */
  async createTopics(topics: readonly NewTopic[]): Promise<void> {
    for (const topic of topics) await this.#createTopic(topic);
  }

  /** One by one: of several, kafkajs answers for those that are there already with an error for all. */
  async #createTopic({ name, partitions, config }: NewTopic): Promise<void> {
    const topic = {
      topic: name,
      numPartitions: partitions,
      replicationFactor: -1,
      configEntries: Object.entries(config).map(([key, value]) => ({ name: key, value })),
    };
    const create = () => this.#admin.createTopics({ topics: [topic], waitForLeaders: false });
    const command = createCommand(this.#broker, { name, partitions, config });
    const isNew = await this.#call(`create the topic ${name}`, create, command);
    if (isNew) await listBounds(this.#broker, name, partitions, 'read_uncommitted');
  }

  /** What the topics' configuration says; a topic that does not exist is an error. */
  async topicSettings(topics: readonly string[]): Promise<Map<string, TopicSettings>> {
    if (topics.length === 0) return new Map();
    const resources = topics.map((name) => ({
      type: TOPIC_RESOURCE,
      name,
      configNames: ['max.message.bytes', 'message.timestamp.type'],
    }));
    const answer = await this.#call('describe topics', () =>
      this.#admin.describeConfigs({ resources, includeSynonyms: false }),
    );
    return new Map(
      answer.resources.map(({ resourceName, configEntries }) => {
        const value = (name: string) => configEntries.find(({ configName }) => configName === name)?.configValue;
        const maxMessageBytes = Number(value('max.message.bytes'));
        return [resourceName, { maxMessageBytes, logAppendTime: value('message.timestamp.type') === 'LogAppendTime' }];
      }),
    );
  }

  /** Topics and their numbers of partitions by name, without Kafka's own. */
  async topics(): Promise<{ readonly name: string; readonly partitions: number }[]> {
    const { topics } = await this.#call('list topics', () => this.#admin.fetchTopicMetadata());
    return topics
      .filter(({ name }) => !name.startsWith('__'))
      .map(({ name, partitions }) => ({ name, partitions: partitions.length }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async deleteTopics(names: readonly string[]): Promise<void> {
    const command = names.map((name) => `${tool('kafka-topics', this.#broker)} --delete --topic ${name}`).join('\n');
    await this.#call('delete topics', () => this.#admin.deleteTopics({ topics: [...names] }), command);
  }

  /** Deletes the records of a partition below an offset. */
  async deleteRecords({ topic, partition }: PartitionPlace, before: number): Promise<void> {
    await this.#call(`delete records of ${topic}`, async () => {
      await this.#admin.fetchTopicMetadata({ topics: [topic] }); // deleteTopicRecords only looks at metadata that is loaded.
      await this.#admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(before) }] });
    });
  }

  async listGroups(): Promise<string[]> {
    const { groups } = await this.#call('list groups', () => this.#admin.listGroups());
    return groups.map(({ groupId }) => groupId);
  }

  close(): Promise<void> {
    return this.#admin.disconnect();
  }

  #call<T>(action: string, run: () => Promise<T>, command = ''): Promise<T> {
    return controlCall(this.#broker, action, run, command);
  }
}

function createCommand(broker: BrokerAddress, { name, partitions, config }: NewTopic): string {
  const settings = Object.entries(config).map(([key, value]) => ` --config ${key}=${value}`);
  return `${tool('kafka-topics', broker)} --create --topic ${name} --partitions ${partitions}${settings.join('')}`;
}

function tool(name: string, { host, port }: BrokerAddress): string {
  return `${name}.sh --bootstrap-server ${host}:${port}`;
}
