import { join } from 'node:path';
import type { Journal } from '../journal/journal.ts';
import type { PartitionLog } from '../log/partition-log.ts';
import { type TopicEntry, Topics } from '../topics/topics.ts';
import type { OpenStateOptions } from './open-state.ts';

/** Opens the topics that a journal names, and says what was found damaged in their logs. */
export function openTopics(options: OpenStateOptions, journal: Journal<TopicEntry>): Topics {
  const { settings, dataFolder, log } = options;
  const known: TopicEntry[] = [];
  let topics: Topics | null = null;
  journal.start({
    replay: (entry) => void known.push(entry),
    snapshot: () => topics?.entries() ?? known,
  });
  topics = new Topics({
    ...options,
    ...settings,
    folder: join(dataFolder, 'topics'),
    journal,
    known,
    defaults: settings.topicDefaults,
  });
  for (const { partitions } of topics.all()) for (const partition of partitions) tellRecovery(partition, log);
  return topics;
}

function tellRecovery({ place, recovery }: PartitionLog, log: OpenStateOptions['log']): void {
  const name = `${place.topic}[${place.partition}]`;
  for (const { file, position, bytes, offset } of recovery.cut) {
    log(
      'info',
      `${name}: ${bytes} bytes that were written in part were cut off at offset ${offset} (${file}, byte ${position}).`,
    );
  }
  for (const { file, position, bytes, offset } of recovery.damaged) {
    log(
      'error',
      `${name}: ${bytes} bytes at offset ${offset} are damaged (${file}, byte ${position}); what is before and behind them can be read. Restore the file from a copy, or delete the records up to there.`,
    );
  }
}
