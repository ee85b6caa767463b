import type { Bench, ReadRecord } from '../bench.ts';
import type { Ledger, Place, SentRecord } from './ledger.ts';
import { readBatchHashes } from './read-batches.ts';
import { placed } from './topics.ts';

/** What must hold of a partition right after a start, before anybody writes again. Throws with the first thing that does not. */
export async function checkLog(bench: Bench, ledger: Ledger, place: Place): Promise<void> {
  const { topic, partition } = placed(place);
  ledger.seesBatches(place, await readBatchHashes(bench, place));
  const records = await bench.readAll(topic, false, partition);
  ledger.sees(place, records);
  checkKept(place, records, ledger);
  checkOnce(place, records);
  checkSent(place, records, ledger.recordsOf(place));
  checkCommitted(place, await bench.readAll(topic, true, partition), ledger);
}

/** All that a reader ever saw, and all that was acknowledged, where it was. */
function checkKept(place: Place, records: readonly ReadRecord[], ledger: Ledger): void {
  const values = new Map(records.map(({ offset, value }) => [offset, value]));
  for (const [offset, value] of ledger.seenAt(place)) {
    if (!values.has(offset)) throw new Error(`Offset ${offset} of ${place} was read as "${value}" and is gone.`);
  }
  for (const { value, offset } of ledger.recordsOf(place).values()) {
    if (offset === null || values.get(offset) === value) continue;
    throw new Error(`"${value}" was acknowledged at ${offset} of ${place}; there is "${values.get(offset)}".`);
  }
}

function checkOnce(place: Place, records: readonly ReadRecord[]): void {
  const offsets = new Map<string | null, number>();
  for (const { value, offset } of records) {
    const before = offsets.get(value);
    if (before !== undefined) throw new Error(`"${value}" stands at ${before} and at ${offset} of ${place}.`);
    offsets.set(value, offset);
  }
}

/** Nothing that nobody sent, and of each writer in the order of sending. */
function checkSent(place: Place, records: readonly ReadRecord[], sent: ReadonlyMap<string, SentRecord>): void {
  const latest = new Map<string, SentRecord>();
  for (const { value, offset } of records) {
    const record = sent.get(value ?? '');
    if (record === undefined) throw new Error(`Nobody sent "${value}", at ${offset} of ${place}.`);
    const before = latest.get(record.writer);
    if (before !== undefined && before.number > record.number) {
      throw new Error(`"${record.value}" stands behind "${before.value}" in ${place}.`);
    }
    latest.set(record.writer, record);
  }
}

/** A reader of committed records sees nothing of a transaction that was aborted, or that nobody asked to commit. */
function checkCommitted(place: Place, records: readonly ReadRecord[], ledger: Ledger): void {
  const sent = ledger.recordsOf(place);
  for (const { value, offset } of records) {
    const outcome = sent.get(value ?? '')?.transaction?.outcome;
    if (outcome !== 'open' && outcome !== 'aborted') continue;
    throw new Error(`"${value}" at ${offset} of ${place} is seen; its transaction is ${outcome}.`);
  }
}
