import { join } from 'node:path';
import type { Files } from '../files/files.ts';
import { Groups } from '../groups/groups.ts';
import type { BrokerState } from '../handlers/broker-state.ts';
import { WaitingFetches } from '../handlers/waiting-fetches.ts';
import { Journal } from '../journal/journal.ts';
import type { ConfigValues } from '../topics/topic-configs.ts';
import type { LogLevel } from '../worker/thread-message.ts';
import { type BrokerSettings, describedSettings } from './broker-settings.ts';
import { clusterIdOf } from './cluster-id.ts';
import { openTopics } from './open-topics.ts';
import { openTransactions } from './open-transactions.ts';

const NODE_ID = 1;

export type OpenStateOptions = {
  readonly files: Files;
  readonly dataFolder: string;
  readonly settings: BrokerSettings;
  /** The settings as they were given. */
  readonly given: ConfigValues;
  readonly fsync: boolean;
  readonly isClean: boolean;
  readonly nowMs: number;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly random: (count: number) => Uint8Array;
  readonly log: (level: LogLevel, message: string) => void;
};

export type OpenState = {
  readonly state: BrokerState;
  /** Makes what the journals hold outlive a loss of power. */
  readonly flushJournals: () => void;
  readonly close: () => void;
};

type OpenJournal = <Entry>(name: string) => Journal<Entry>;

/** Opens all that a data folder holds: topics and their logs, groups, transactions; what was prepared and not done is done now. */
export function openState(options: OpenStateOptions): OpenState {
  const { files, dataFolder, settings, fsync } = options;
  files.makeFolder(dataFolder);
  const journals: { flush(): void; close(): void }[] = [];
  const openJournal: OpenJournal = <Entry>(name: string) => {
    const journal = new Journal<Entry>(files, join(dataFolder, 'journals', name), { fsync });
    journals.push(journal);
    return journal;
  };
  const topics = openTopics(options, openJournal('topics'));
  const fetches = new WaitingFetches();
  const groups = new Groups({
    journal: openJournal('groups'),
    settings,
    newMemberId: (prefix) => `${prefix}-${options.newId()}`,
    log: (sentence) => options.log('info', sentence),
    nowMs: options.nowMs,
  });
  const flushJournals = () => {
    for (const journal of journals) journal.flush();
  };
  const transactions = openTransactions({
    options,
    topics,
    groups,
    fetches,
    journal: openJournal('transactions'),
    idsJournal: openJournal('producer-ids'),
    flush: flushJournals,
  });
  const facts = {
    clusterId: clusterIdOf(files, dataFolder, options.random),
    nodeId: NODE_ID,
    configs: describedSettings(options.given),
    ...settings,
  };
  return {
    state: { facts, topics, groups, transactions, fetches },
    flushJournals,
    close: () => {
      topics.close();
      for (const journal of journals) journal.close();
    },
  };
}
