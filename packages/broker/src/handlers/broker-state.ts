import type { Groups } from '../groups/groups.ts';
import type { ConfigValues } from '../topics/topic-configs.ts';
import type { Topics } from '../topics/topics.ts';
import type { Transactions } from '../transactions/transactions.ts';
import type { WaitingFetches } from './waiting-fetches.ts';

/** What the broker says of itself. */
export type BrokerFacts = {
  readonly clusterId: string;
  readonly nodeId: number;
  /** What DescribeConfigs tells of the broker, by the names of Kafka's server.properties. */
  readonly configs: ConfigValues;
  /** The broker's own values of topic configs. */
  readonly topicDefaults: ConfigValues;
  readonly autoCreateTopics: boolean;
  readonly defaultPartitions: number;
  readonly mostPartitions: number;
  /** Bytes of batches in one answer to Fetch; a first batch that is larger is given nevertheless. */
  readonly mostFetchBytes: number;
};

/** All that handlers work on. */
export type BrokerState = {
  readonly facts: BrokerFacts;
  readonly topics: Topics;
  readonly groups: Groups;
  readonly transactions: Transactions;
  readonly fetches: WaitingFetches;
};
