import { describeTransactions, listOffsets } from '@millrace/kafka-wire';
import type { Bench } from '../bench.ts';
import type { Ledger, Place, SentTransaction } from './ledger.ts';
import { placed } from './topics.ts';

const LATEST = -1;

/** The last stable offset, or the high watermark. */
export async function latestOffset(bench: Bench, place: Place, committed: boolean): Promise<number> {
  const { topic, partition } = placed(place);
  const wanted = [{ name: topic, partitions: [{ index: partition, timestamp: LATEST }] }];
  const request = { replicaId: -1, isolationLevel: committed ? 1 : 0, topics: wanted };
  const { topics } = await bench.ask(listOffsets, 5, request);
  return Number(topics[0]?.partitions[0]?.offset ?? -1);
}

/**
 * Right after a start: a transaction that nobody ended is open and holds readers back, unless its time-out came. That may come between
 * two requests, so readers are complained of only where it is open before and after. Throws with the first thing that does not hold.
 */
export async function checkOpen(bench: Bench, { transactions }: Ledger): Promise<void> {
  for (const transaction of transactions) if (transaction.outcome === 'open') await checkOne(bench, transaction);
}

async function checkOne(bench: Bench, transaction: SentTransaction): Promise<void> {
  for (const { place, value, offset } of transaction.records) {
    if (offset === null || !(await isOpen(bench, transaction))) continue;
    const stable = await latestOffset(bench, place, true);
    if (stable > offset && (await isOpen(bench, transaction))) {
      throw new Error(
        `${place} is stable up to ${stable}, and "${value}" at ${offset} belongs to an open transaction.`,
      );
    }
  }
}

/** Throws where it was ended before its time. */
async function isOpen(bench: Bench, { transactionalId, beganMs, timeoutMs }: SentTransaction): Promise<boolean> {
  const { transactionStates } = await bench.ask(describeTransactions, 0, { transactionalIds: [transactionalId] });
  const state = transactionStates[0]?.state;
  if (state === 'Ongoing') return true;
  if (Date.now() - beganMs >= timeoutMs) return false;
  throw new Error(`The open transaction of ${transactionalId} is ${state} before its time-out.`);
}
