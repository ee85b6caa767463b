export type TransactionSettings = {
  /** The longest time that a producer may ask its transactions to stay open. */
  readonly maxTimeoutMs: number;
  /** How long an id that nobody uses is remembered. */
  readonly idExpirationMs: number;
  /** How soon what could not be written is tried again. */
  readonly retryMs: number;
  readonly maxTransactionalIds: number;
  readonly maxGroupsPerTransaction: number;
};

/** Apache Kafka's, where it has them. */
export const TRANSACTION_SETTINGS: TransactionSettings = {
  maxTimeoutMs: 900_000,
  idExpirationMs: 7 * 24 * 3_600_000,
  retryMs: 1000,
  maxTransactionalIds: 10_000,
  maxGroupsPerTransaction: 1000,
};
