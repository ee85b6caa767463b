import { Kafka, logLevel } from 'kafkajs';
import type { BrokerAddress } from './errors.ts';

export type NewTopic = {
  readonly name: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
};

/** The control path: topics and their configuration, by kafkajs. */
export class Admin {
  readonly #admin: ReturnType<Kafka['admin']>;

  static async connect({ host, port }: BrokerAddress): Promise<Admin> {
    const kafka = new Kafka({
      clientId: 'millrace-admin',
      brokers: [`${host}:${port}`],
      logLevel: logLevel.NOTHING,
      retry: { retries: 5 },
    });
    const admin = kafka.admin();
    await admin.connect();
    return new Admin(admin);
  }

  private constructor(admin: ReturnType<Kafka['admin']>) {
    this.#admin = admin;
  }

  /** Makes topics; one that is there already stays as it is. Replication is the broker's default. */
  async createTopics(topics: readonly NewTopic[]): Promise<void> {
    await this.#admin.createTopics({
      waitForLeaders: true,
      topics: topics.map(({ name, partitions, config }) => ({
        topic: name,
        numPartitions: partitions,
        replicationFactor: -1,
        configEntries: Object.entries(config).map(([key, value]) => ({ name: key, value })),
      })),
    });
  }

  async deleteTopics(names: readonly string[]): Promise<void> {
    await this.#admin.deleteTopics({ topics: [...names] });
  }

  close(): Promise<void> {
    return this.#admin.disconnect();
  }
}
