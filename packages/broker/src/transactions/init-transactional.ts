import { ERRORS } from '@millrace/kafka-wire';
import { isCurrent, nextIdentity } from './next-identity.ts';
import type { ProducerIds } from './producer-ids.ts';
import {
  fenced,
  isPrepared,
  NO_EPOCH,
  NO_PRODUCER_ID,
  type ProducerIdentity,
  type Transaction,
} from './transaction.ts';
import type { TransactionLifecycle } from './transaction-lifecycle.ts';

export type InitProducerIdRequest = {
  readonly transactionalId: string | null;
  readonly timeoutMs: number;
  /** What the producer is already (KIP-360); both −1 for a newcomer. */
  readonly producerId: bigint;
  readonly epoch: number;
};

export type InitProducerIdAnswer = ProducerIdentity & { readonly error: number };

/**
 * Gives a transactional id to a producer: the one before it is fenced, and what it had open is aborted. Throws the file system's
 * error where that cannot be written.
 */
export function initTransactional(
  known: Transaction,
  request: InitProducerIdRequest,
  lifecycle: TransactionLifecycle,
  ids: ProducerIds,
  nowMs: number,
): InitProducerIdAnswer {
  const isNewcomer = request.producerId === NO_PRODUCER_ID;
  const settled = lifecycle.settle(known, nowMs);
  const isOpen = settled.state === 'Ongoing';
  if (isOpen && !isNewcomer && !isCurrent(settled, request)) return noIdentity(ERRORS.PRODUCER_FENCED);
  const over = isOpen ? lifecycle.decide(fenced(settled, nowMs), nowMs) : settled;
  if (isPrepared(over)) return noIdentity(ERRORS.CONCURRENT_TRANSACTIONS);
  const expected = isOpen ? over : request;
  const identity = nextIdentity(over, isNewcomer ? undefined : expected, () => ids.next());
  if (identity === undefined) return noIdentity(ERRORS.PRODUCER_FENCED);
  const { timeoutMs } = request;
  const empty = { state: 'Empty', partitions: [], groups: [], startMs: -1, updatedMs: nowMs } as const;
  lifecycle.put({ ...over, ...identity, ...empty, timeoutMs }, nowMs);
  return { error: ERRORS.NONE, producerId: identity.producerId, epoch: identity.epoch };
}

export function noIdentity(error: number): InitProducerIdAnswer {
  return { error, producerId: NO_PRODUCER_ID, epoch: NO_EPOCH };
}
