import { ERRORS, listTransactions, offsetFetch } from '@millrace/kafka-wire';
import type { Bench } from '../bench.ts';
import { latestOffset } from './check-open.ts';
import type { Ledger, Place, SentTransaction } from './ledger.ts';
import { placed } from './topics.ts';

const WAIT_MS = 100;
const DEADLINE_MS = 15_000;

/** Where a group's offset is committed. */
export type GroupPlace = { readonly groupId: string; readonly topic: string };

/** Waits until no transaction is open, by its end or by its time-out, and readers are past all records. Throws at a deadline. */
export async function untilEnded(bench: Bench, places: readonly Place[]): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  for (const place of places) {
    for (;;) {
      const [stable, high] = [await latestOffset(bench, place, true), await latestOffset(bench, place, false)];
      if (stable === high) break;
      if (Date.now() > deadline) throw new Error(`${place} is stable up to ${stable} only, of ${high}.`);
      const { topic, partition } = placed(place);
      // Returns when a marker is written.
      await bench.fetch(topic, high, { partition, maxWaitMs: WAIT_MS });
    }
  }
  const filters = { stateFilters: ['Ongoing', 'PrepareCommit', 'PrepareAbort'], producerIdFilters: [] };
  for (;;) {
    const { transactions } = await bench.ask(listTransactions, 0, filters);
    if (transactions.length === 0) return;
    if (Date.now() > deadline) throw new Error(`${transactions[0]?.transactionalId} is ${transactions[0]?.state}.`);
  }
}

/**
 * When nothing is open: a committed transaction is seen wholly, an aborted one not at all, and one whose commit was not answered is one
 * of both, which is then decided. The group has the offset of the last committed one. Throws with the first thing that does not hold.
 */
export async function checkTransactions(bench: Bench, ledger: Ledger, group: GroupPlace): Promise<void> {
  const visible = new Set<string | null>();
  for (const place of ledger.places) {
    const { topic, partition } = placed(place);
    for (const value of await bench.values(topic, true, partition)) visible.add(value);
  }
  for (const place of ledger.places) {
    for (const { value, offset, transaction } of ledger.recordsOf(place).values()) {
      if (transaction === null && offset !== null && !visible.has(value)) throw new Error(`"${value}" is not seen.`);
    }
  }
  for (const transaction of ledger.transactions) decide(transaction, visible);
  await checkGroup(bench, ledger, group);
}

function decide(transaction: SentTransaction, visible: ReadonlySet<string | null>): void {
  const { name, records, outcome } = transaction;
  const seen = records.filter(({ value }) => visible.has(value));
  const first = `the transaction of ${name} with "${records[0]?.value}"`;
  if (seen.length !== 0 && seen.length !== records.length) {
    throw new Error(`Of ${first} ${seen.length} of ${records.length} records are seen.`);
  }
  if (outcome === 'committed' && seen.length < records.length)
    throw new Error(`${first} was committed and is not seen.`);
  if (outcome !== 'committed' && outcome !== 'committing' && seen.length > 0) {
    throw new Error(`${first} was ${outcome} and is seen.`);
  }
  if (outcome === 'committing') transaction.outcome = seen.length > 0 ? 'committed' : 'aborted';
}

async function checkGroup(bench: Bench, { transactions }: Ledger, { groupId, topic }: GroupPlace): Promise<void> {
  const committed = transactions.filter(({ outcome, groupOffset }) => outcome === 'committed' && groupOffset !== null);
  const expected = committed.at(-1)?.groupOffset ?? -1;
  const topics = [{ name: topic, partitions: [0] }];
  const answer = await bench.ask(offsetFetch, 7, { groupId, topics, requireStable: true, groups: [] });
  const { errorCode, offset } = answer.topics[0]?.partitions[0] ?? { errorCode: -2, offset: -2 };
  if (errorCode === ERRORS.NONE && Number(offset) === expected) return;
  throw new Error(
    `The group's offset is ${offset} (error ${errorCode}); its last committed transaction said ${expected}.`,
  );
}
