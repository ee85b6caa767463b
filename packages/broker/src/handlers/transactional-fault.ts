import { ATTRIBUTES, ERRORS } from '@millrace/kafka-wire';
import { type LogRefusal, refuse } from '../log/log-refusal.ts';
import type { Transactions } from '../transactions/transactions.ts';

const ATTRIBUTES_AT = 21;
const PRODUCER_ID_AT = 43;
const PRODUCER_EPOCH_AT = 51;
const HEADER_BYTES = 61;

/** Producers know a fencing by its epoch, and try again what is refused for want of replicas. */
const TOLD_AS: ReadonlyMap<number, number> = new Map([
  [ERRORS.PRODUCER_FENCED, ERRORS.INVALID_PRODUCER_EPOCH],
  [ERRORS.CONCURRENT_TRANSACTIONS, ERRORS.NOT_ENOUGH_REPLICAS],
]);

/**
 * Why a batch does not belong to its producer's open transaction; null where it does, or is not transactional. Without this a batch
 * that comes late would open a transaction that nobody ends (KIP-890).
 */
export function transactionalFault(
  transactions: Transactions,
  transactionalId: string | null,
  records: Buffer,
  topic: string,
  partition: number,
): LogRefusal | null {
  // A batch too short for its header is refused by the log.
  if (records.length < HEADER_BYTES || (records.readInt16BE(ATTRIBUTES_AT) & ATTRIBUTES.transactional) === 0)
    return null;
  const producerId = records.readBigInt64BE(PRODUCER_ID_AT);
  const epoch = records.readInt16BE(PRODUCER_EPOCH_AT);
  if (transactionalId === null) {
    return refuse(
      'INVALID_RECORD',
      `A transactional batch for ${topic}[${partition}] came without a transactional id.`,
    );
  }
  const code = transactions.checkPartition({ transactionalId, producerId, epoch }, { topic, partition });
  if (code === ERRORS.NONE) return null;
  const message = `The batch for ${topic}[${partition}] is in no open transaction of ${transactionalId} (producer ${producerId}, epoch ${epoch}).`;
  return { error: TOLD_AS.get(code) ?? code, message };
}
