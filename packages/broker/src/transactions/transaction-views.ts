import { ERRORS } from '@millrace/kafka-wire';
import {
  TRANSACTION_STATES,
  type Transaction,
  type TransactionPartition,
  type TransactionStateName,
} from './transaction.ts';

export type TransactionDescription = {
  readonly error: number;
  readonly transactionalId: string;
  /** Empty with an error. */
  readonly state: TransactionStateName | '';
  readonly timeoutMs: number;
  /** −1 where none has begun. */
  readonly startMs: number;
  readonly producerId: bigint;
  readonly epoch: number;
  readonly partitions: readonly TransactionPartition[];
};

export type TransactionFilter = {
  /** Empty: of all states. */
  readonly states: readonly string[];
  /** Empty: of all producers. */
  readonly producerIds: readonly bigint[];
  /** Only those that have run for longer; −1: all. */
  readonly longerThanMs: number;
};

export type TransactionListing = {
  readonly unknownStates: readonly string[];
  readonly transactions: readonly Pick<Transaction, 'transactionalId' | 'producerId' | 'state'>[];
};

export function describeTransaction(
  transactionalId: string,
  transaction: Transaction | undefined,
): TransactionDescription {
  if (transaction !== undefined) return { error: ERRORS.NONE, ...transaction };
  const error = transactionalId === '' ? ERRORS.INVALID_REQUEST : ERRORS.TRANSACTIONAL_ID_NOT_FOUND;
  return { error, transactionalId, state: '', timeoutMs: -1, startMs: -1, producerId: -1n, epoch: -1, partitions: [] };
}

export function listTransactions(
  transactions: readonly Transaction[],
  { states, producerIds, longerThanMs }: TransactionFilter,
  nowMs: number,
): TransactionListing {
  const known: readonly string[] = TRANSACTION_STATES;
  const fits = ({ state, producerId, startMs }: Transaction) =>
    (states.length === 0 || states.includes(state)) &&
    (producerIds.length === 0 || producerIds.includes(producerId)) &&
    (longerThanMs < 0 || (startMs >= 0 && nowMs - startMs > longerThanMs));
  return {
    unknownStates: states.filter((state) => !known.includes(state)),
    transactions: transactions
      .filter(fits)
      .map(({ transactionalId, producerId, state }) => ({ transactionalId, producerId, state })),
  };
}
