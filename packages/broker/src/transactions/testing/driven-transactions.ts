import { MemoryFiles } from '../../files/testing/memory-files.ts';
import { Journal } from '../../journal/journal.ts';
import type { InitProducerIdAnswer, InitProducerIdRequest } from '../init-transactional.ts';
import { ProducerIds, type ProducerIdsEntry } from '../producer-ids.ts';
import type { ProducerIdentity, TransactionPartition } from '../transaction.ts';
import type { TransactionMarker } from '../transaction-outcome.ts';
import type { TransactionEntry } from '../transaction-records.ts';
import type { TransactionSettings } from '../transaction-settings.ts';
import { type TransactionalProducer, Transactions } from '../transactions.ts';

/** Where outcomes arrive; it outlives the coordinator, as logs do. */
export type Arrived = {
  readonly markers: TransactionMarker[];
  readonly offsets: { readonly groupId: string; readonly producerId: bigint; readonly isCommit: boolean }[];
};

/** A coordinator on a file system in memory, with a clock that the test moves. */
export class DrivenTransactions {
  files: MemoryFiles;
  transactions: Transactions;
  nowMs = 1_000_000;
  readonly arrived: Arrived = { markers: [], offsets: [] };
  /** Partitions (`t/0`) that take no marker now. */
  readonly refusing = new Set<string>();
  /** Partitions that do not exist any more. */
  readonly gone = new Set<string>();
  readonly log: string[] = [];
  /** How many markers outlive a loss of power. */
  flushedMarkers = 0;
  readonly #settings: Partial<TransactionSettings>;
  readonly #fsync: boolean;
  #journals: readonly { flush(): void }[] = [];

  constructor(settings: Partial<TransactionSettings> = {}, fsync = false) {
    this.#settings = settings;
    this.#fsync = fsync;
    this.files = new MemoryFiles();
    this.transactions = this.#open();
  }

  /** The process is killed, or the machine loses power, and it starts again. */
  restart(afterPowerLoss = false): void {
    this.files = this.files.reopened(afterPowerLoss);
    this.transactions = this.#open();
  }

  /** Lets time pass as a server does: each deadline at its time. */
  pass(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (let dueMs = this.transactions.nextDeadlineMs(); dueMs <= untilMs; dueMs = this.transactions.nextDeadlineMs()) {
      this.nowMs = Math.max(this.nowMs, dueMs);
      this.transactions.tick(this.nowMs);
    }
    this.nowMs = untilMs;
  }

  init(request: Partial<InitProducerIdRequest> = {}): InitProducerIdAnswer {
    const newcomer = { transactionalId: 'x', timeoutMs: 60_000, producerId: -1n, epoch: -1 };
    return this.transactions.initProducerId({ ...newcomer, ...request }, this.nowMs);
  }

  add(producer: ProducerIdentity, ...partitions: readonly string[]): number {
    return this.transactions.addPartitions(asX(producer), partitions.map(parsePartition), this.nowMs);
  }

  addOffsets(producer: ProducerIdentity, groupId = 'g'): number {
    return this.transactions.addOffsets(asX(producer), groupId, this.nowMs);
  }

  check(producer: ProducerIdentity, partition: string): number {
    return this.transactions.checkPartition(asX(producer), parsePartition(partition));
  }

  end(producer: ProducerIdentity, isCommit = true): number {
    return this.transactions.endTransaction(asX(producer), isCommit, this.nowMs);
  }

  state(transactionalId = 'x'): string | undefined {
    return this.transactions.describe([transactionalId])[0]?.state;
  }

  /** The markers that came, in short: `t/0 e0 commit`. */
  markers(): readonly string[] {
    return this.arrived.markers.map(
      ({ topic, partition, epoch, isCommit }) => `${topic}/${partition} e${epoch} ${isCommit ? 'commit' : 'abort'}`,
    );
  }

  /** As a server does before it sends answers. */
  flushJournals(): void {
    for (const journal of this.#journals) journal.flush();
  }

  #open(): Transactions {
    const options = { fsync: this.#fsync, rewriteBytes: 4096 };
    const ids = new Journal<ProducerIdsEntry>(this.files, 'data/producer-ids.journal', options);
    const journal = new Journal<TransactionEntry>(this.files, 'data/transactions.journal', options);
    this.#journals = [ids, journal];
    return new Transactions({
      journal,
      ids: new ProducerIds(ids),
      targets: {
        appendMarker: (marker) => this.#appendMarker(marker),
        completeOffsets: (groupIds, producerId, isCommit) =>
          void this.arrived.offsets.push(...groupIds.map((groupId) => ({ groupId, producerId, isCommit }))),
        flush: () => {
          this.flushedMarkers = this.arrived.markers.length;
        },
      },
      settings: this.#settings,
      log: (sentence) => this.log.push(sentence),
      nowMs: this.nowMs,
    });
  }

  #appendMarker(marker: TransactionMarker): 'done' | 'no-such-partition' {
    const name = `${marker.topic}/${marker.partition}`;
    if (this.gone.has(name)) return 'no-such-partition';
    if (this.refusing.has(name)) throw new Error('ENOSPC: no space left');
    this.arrived.markers.push(marker);
    return 'done';
  }
}

export function asX({ producerId, epoch }: ProducerIdentity): TransactionalProducer {
  return { transactionalId: 'x', producerId, epoch };
}

function parsePartition(name: string): TransactionPartition {
  const [topic = '', partition = ''] = name.split('/');
  return { topic, partition: Number(partition) };
}
