import { isEpochExhausted, NO_EPOCH, type ProducerIdentity, type Transaction } from './transaction.ts';

/**
 * What InitProducerId gives to a producer whose transaction is over. `expected`: what a producer that goes on after an error says it
 * is (KIP-360); undefined for a newcomer. Undefined: another has taken its place.
 */
export function nextIdentity(
  transaction: Transaction,
  expected: ProducerIdentity | undefined,
  newProducerId: () => bigint,
): Pick<Transaction, 'producerId' | 'epoch' | 'previousProducerId' | 'lastEpoch'> | undefined {
  const { producerId, epoch, previousProducerId, lastEpoch } = transaction;
  if (epoch === NO_EPOCH) return { producerId, epoch: 0, previousProducerId, lastEpoch: NO_EPOCH };
  if (expected !== undefined && isRetry(transaction, expected))
    return { producerId, epoch, previousProducerId, lastEpoch };
  if (expected !== undefined && !isCurrent(transaction, expected)) return undefined;
  const asked = expected === undefined ? NO_EPOCH : epoch;
  return isEpochExhausted(epoch)
    ? { producerId: newProducerId(), epoch: 0, previousProducerId: producerId, lastEpoch: asked }
    : { producerId, epoch: epoch + 1, previousProducerId, lastEpoch: asked };
}

export function isCurrent(transaction: Transaction, { producerId, epoch }: ProducerIdentity): boolean {
  return producerId === transaction.producerId && epoch === transaction.epoch;
}

/** It has already been given the present epoch, and did not hear of it. */
function isRetry(transaction: Transaction, { producerId, epoch }: ProducerIdentity): boolean {
  if (epoch === NO_EPOCH || epoch !== transaction.lastEpoch) return false;
  return producerId === (transaction.epoch === 0 ? transaction.previousProducerId : transaction.producerId);
}
