import type { Groups } from '../groups/groups.ts';
import type { WaitingFetches } from '../handlers/waiting-fetches.ts';
import type { Journal } from '../journal/journal.ts';
import { isRefusal } from '../log/log-refusal.ts';
import type { Topics } from '../topics/topics.ts';
import { ProducerIds, type ProducerIdsEntry } from '../transactions/producer-ids.ts';
import type { OutcomeTargets, TransactionMarker } from '../transactions/transaction-outcome.ts';
import type { TransactionEntry } from '../transactions/transaction-records.ts';
import { Transactions } from '../transactions/transactions.ts';
import type { OpenStateOptions } from './open-state.ts';

/** One coordinator has always been the only one. */
const COORDINATOR_EPOCH = 0;

type Parts = {
  readonly options: OpenStateOptions;
  readonly topics: Topics;
  readonly groups: Groups;
  readonly fetches: WaitingFetches;
  readonly journal: Journal<TransactionEntry>;
  readonly idsJournal: Journal<ProducerIdsEntry>;
  /** Makes groups' journals outlive a loss of power. */
  readonly flush: () => void;
};

/** Opens the coordinator; what was prepared when the broker stopped is carried out by that. */
export function openTransactions(parts: Parts): Transactions {
  const { settings, nowMs, log } = parts.options;
  return new Transactions({
    journal: parts.journal,
    ids: new ProducerIds(parts.idsJournal),
    targets: targetsOf(parts),
    settings: { maxTimeoutMs: settings.maxTransactionTimeoutMs, idExpirationMs: settings.transactionalIdExpirationMs },
    log: (sentence) => log('warn', sentence),
    nowMs,
  });
}

function targetsOf({ options, topics, groups, fetches, flush }: Parts): OutcomeTargets {
  const appendMarker = ({ topic, partition, producerId, epoch: producerEpoch, isCommit }: TransactionMarker) => {
    const log = topics.partition(topic, partition);
    if (log === null) return 'no-such-partition';
    const marker = { producerId, producerEpoch, isCommit, coordinatorEpoch: COORDINATOR_EPOCH };
    const done = log.appendMarker(marker, options.clock());
    if (isRefusal(done)) throw new Error(done.message);
    fetches.changed(topic, partition);
    return 'done';
  };
  return {
    appendMarker,
    completeOffsets: (_, producerId, isCommit) => groups.completeTransaction(producerId, isCommit),
    flush: () => {
      if (!options.fsync) return;
      for (const { partitions } of topics.all()) {
        for (const log of partitions) {
          const refusal = log.flush();
          if (refusal !== null) throw new Error(refusal.message);
        }
      }
      flush();
    },
  };
}
