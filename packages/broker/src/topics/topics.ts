import { ERRORS } from '@millrace/kafka-wire';
import type { Files } from '../files/files.ts';
import { PartitionLog } from '../log/partition-log.ts';
import { type ConfigValues, configFault, logConfigOf } from './topic-configs.ts';
import { TopicFolders } from './topic-folders.ts';
import { metricName, topicNameFault } from './topic-name.ts';

/** A topic and its partitions' logs; `configs` are its own, not the broker's. */
export type Topic = {
  readonly name: string;
  readonly id: string;
  readonly configs: ConfigValues;
  readonly partitions: readonly PartitionLog[];
};

/** A topic as it is kept. */
export type TopicEntry = {
  readonly name: string;
  readonly id: string;
  readonly configs: ConfigValues;
  readonly partitions: number;
};

/** What is kept of topics: the newest entry of each name stands; `partitions` 0: there is no such topic any more. */
export type TopicJournal = { append(entry: TopicEntry): void };

export type TopicsParts = {
  readonly files: Files;
  /** Where the topics' folders are. */
  readonly folder: string;
  readonly journal: TopicJournal;
  /** What the journal holds, in its order. */
  readonly known: readonly TopicEntry[];
  /** The broker's own values of topic configs. */
  readonly defaults: ConfigValues;
  readonly producerIdExpirationMs: number;
  /** Partitions of all topics together. */
  readonly mostPartitions: number;
  readonly newId: () => string;
  readonly nowMs: number;
  /** Whether the broker ended by itself last time: logs are then taken as they are. */
  readonly isClean: boolean;
  readonly fsync: boolean;
};

/** Why something was not done to topics: a code for the client and a sentence. */
export type TopicRefusal = { readonly code: number; readonly message: string };

/**
 * The catalogue of topics. Every change is durable before it is told. Changes throw the file system's error, and then the catalogue
 * is as before.
 */
export class Topics {
  readonly #parts: TopicsParts;
  readonly #folders: TopicFolders;
  readonly #topics = new Map<string, Topic>();
  readonly #byId = new Map<string, Topic>();
  readonly #names = new Map<string, string>();
  #partitions = 0;

  constructor(parts: TopicsParts) {
    this.#parts = parts;
    this.#folders = new TopicFolders(parts.files, parts.folder);
    this.#folders.removeDeleted(parts.known.filter(({ partitions }) => partitions === 0));
    const newest = new Map(parts.known.map((entry) => [entry.name, entry]));
    for (const entry of newest.values()) {
      if (entry.partitions > 0) this.#set(entry, this.#open(entry, 0, parts.nowMs, parts.isClean));
    }
  }

  /** In the order of their names. */
  all(): readonly Topic[] {
    return [...this.#topics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get(name: string): Topic | null {
    return this.#topics.get(name) ?? null;
  }

  byId(id: string): Topic | null {
    return this.#byId.get(id) ?? null;
  }

  partition(name: string, index: number): PartitionLog | null {
    return this.#topics.get(name)?.partitions[index] ?? null;
  }

  /** Why a topic cannot be made; null where it can. */
  creationFault(name: string, partitions: number, configs: ConfigValues): TopicRefusal | null {
    const nameFault = topicNameFault(name);
    if (nameFault !== null) return { code: ERRORS.INVALID_TOPIC_EXCEPTION, message: nameFault };
    if (this.#topics.has(name)) {
      return { code: ERRORS.TOPIC_ALREADY_EXISTS, message: `There is a topic ${name} already.` };
    }
    const other = this.#names.get(metricName(name));
    if (other !== undefined) {
      const message = `${name} differs from the topic ${other} by "." and "_" only. Choose another name.`;
      return { code: ERRORS.INVALID_TOPIC_EXCEPTION, message };
    }
    const fault = configFault(configs);
    if (fault !== null) return { code: ERRORS.INVALID_CONFIG, message: fault };
    return this.#countFault(partitions, partitions);
  }

  /** Makes a topic that {@link creationFault} has nothing against. */
  create(name: string, partitions: number, configs: ConfigValues, nowMs: number): Topic {
    const entry = { name, id: this.#parts.newId(), configs, partitions };
    return this.#store(entry, [], nowMs);
  }

  /** Why a topic cannot have that many partitions. */
  extensionFault(topic: Topic, partitions: number): TopicRefusal | null {
    const present = topic.partitions.length;
    if (partitions <= present) {
      const message = `The topic ${topic.name} has ${present} partitions; their number can only grow, not become ${partitions}.`;
      return { code: ERRORS.INVALID_PARTITIONS, message };
    }
    return this.#countFault(partitions, partitions - present);
  }

  extend(topic: Topic, partitions: number, nowMs: number): void {
    this.#store({ ...entryOf(topic), partitions }, topic.partitions, nowMs);
  }

  /** Sets all of a topic's own configs; throws nothing of {@link configFault}, which is asked before. */
  configure(topic: Topic, configs: ConfigValues): void {
    const entry = { ...entryOf(topic), configs };
    this.#parts.journal.append(entry);
    for (const log of topic.partitions) log.config = this.#logConfig(configs);
    this.#set(entry, topic.partitions);
  }

  delete(topic: Topic): void {
    this.#parts.journal.append({ ...entryOf(topic), partitions: 0 });
    this.#topics.delete(topic.name);
    this.#byId.delete(topic.id);
    this.#names.delete(metricName(topic.name));
    this.#partitions -= topic.partitions.length;
    for (const log of topic.partitions) log.close();
    this.#folders.remove(topic);
  }

  /** What the journal needs to hold. */
  *entries(): Iterable<TopicEntry> {
    for (const topic of this.#topics.values()) yield entryOf(topic);
  }

  close(): void {
    for (const { partitions } of this.#topics.values()) for (const log of partitions) log.close();
  }

  #store(entry: TopicEntry, present: readonly PartitionLog[], nowMs: number): Topic {
    this.#folders.make(entry, present.length);
    const added = this.#open(entry, present.length, nowMs, true);
    try {
      this.#parts.journal.append(entry);
    } catch (error) {
      for (const log of added) log.close();
      throw error;
    }
    return this.#set(entry, [...present, ...added]);
  }

  #set(entry: TopicEntry, partitions: readonly PartitionLog[]): Topic {
    this.#partitions += partitions.length - (this.#topics.get(entry.name)?.partitions.length ?? 0);
    const topic = { name: entry.name, id: entry.id, configs: entry.configs, partitions };
    this.#topics.set(topic.name, topic);
    this.#byId.set(topic.id, topic);
    this.#names.set(metricName(topic.name), topic.name);
    return topic;
  }

  #open(entry: TopicEntry, from: number, nowMs: number, isClean: boolean): PartitionLog[] {
    const { files, fsync } = this.#parts;
    const config = this.#logConfig(entry.configs);
    return Array.from({ length: entry.partitions - from }, (_, i) =>
      PartitionLog.open({
        files,
        folder: this.#folders.pathOf(entry, from + i),
        place: { topic: entry.name, partition: from + i },
        config,
        nowMs,
        isClean,
        fsync,
      }),
    );
  }

  #logConfig(configs: ConfigValues) {
    return logConfigOf(configs, this.#parts.defaults, this.#parts.producerIdExpirationMs);
  }

  #countFault(partitions: number, added: number): TopicRefusal | null {
    const { mostPartitions } = this.#parts;
    if (partitions < 1) {
      return { code: ERRORS.INVALID_PARTITIONS, message: `A topic has at least one partition, not ${partitions}.` };
    }
    if (this.#partitions + added <= mostPartitions) return null;
    const message = `All topics together have ${this.#partitions} partitions; this broker holds ${mostPartitions} at most. Delete topics first.`;
    return { code: ERRORS.INVALID_PARTITIONS, message };
  }
}

function entryOf({ name, id, configs, partitions }: Topic): TopicEntry {
  return { name, id, configs, partitions: partitions.length };
}
