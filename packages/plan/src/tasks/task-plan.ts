/** The tasks that a pipeline is cut into, with all the names that they use outside. Plain data. */
export type TaskPlan = {
  /** The document's name. */
  readonly pipeline: string;
  readonly namespace: string;
  readonly id: string;
  /** Ingest tasks by node, then the process task. */
  readonly tasks: readonly Task[];
  /** Every topic once, in the order in which records travel. */
  readonly topics: readonly TopicPlan[];
};

export type Task = IngestTask | ProcessTask;

/** Brings a system outside into a topic; its position stands in its state topic. */
export type IngestTask = {
  readonly kind: 'ingest';
  /** `ingest-<node>`. */
  readonly name: string;
  readonly node: string;
  readonly transactionalId: string;
  readonly stateTopic: string;
  readonly dataTopic: string;
  readonly partitions: number;
};

/** Runs everything between topics. */
export type ProcessTask = {
  readonly kind: 'process';
  readonly name: 'process';
  readonly transactionalId: string;
  /** The consumer group that mirrors its positions (E9). */
  readonly group: string;
  readonly stateTopic: string;
  readonly deadTopic: string;
  /** What it reads, in the order of the nodes' ids. */
  readonly sources: readonly ProcessSource[];
  /** What it writes, in the order of the nodes' ids. */
  readonly sinks: readonly { readonly node: string; readonly topic: string; readonly isView: boolean }[];
};

export type ProcessSource = {
  readonly node: string;
  readonly topic: string;
  readonly startFrom: 'earliest' | 'latest' | { readonly timeMs: number };
  readonly isolation: 'read_committed' | 'read_uncommitted';
};

/**
 * `source`: a topic of somebody else, which must be there. `data`: filled by an ingest task. `state`: the log of a task's state.
 * `sink`: results. `view`: results for showing. `dead`: records that could not be decoded or processed (E8).
 */
export type TopicPurpose = 'source' | 'data' | 'state' | 'sink' | 'view' | 'dead';

export type TopicPlan = {
  readonly name: string;
  readonly purpose: TopicPurpose;
  /** The nodes that read or write it, in the order of their ids; empty for state and dead letters of the process task. */
  readonly nodes: readonly string[];
  /** Whether it is made when it is missing. */
  readonly make: boolean;
  /** How many partitions it is made with; null where it is not made. */
  readonly partitions: number | null;
  /** Whether a topic that is there already must have just as many. */
  readonly exactPartitions: boolean;
  /** The topic configuration that it is made with, as Kafka names it. */
  readonly config: Readonly<Record<string, string>>;
};
