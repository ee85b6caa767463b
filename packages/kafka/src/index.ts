export { Admin, type NewTopic, type TopicSettings } from './admin.ts';
export type { OutputRanges } from './batch-queues.ts';
export { firstReachable, parseBrokers } from './broker-address.ts';
export { Connection, type ConnectionOptions, type RequestProbe } from './connection.ts';
export { ControlRefused } from './control-error.ts';
export {
  type BrokerAddress,
  BrokerUnreachable,
  ConnectionLost,
  KafkaError,
  OffsetOutOfRange,
  OtherBroker,
  type PartitionPlace,
  ProducerFenced,
  RecordTooLarge,
  RequestTimedOut,
  UnknownTopic,
  UnsupportedBroker,
  WriterPoisoned,
} from './errors.ts';
export { type LagOffsets, lagOf } from './lag.ts';
export {
  type FetchedPartition,
  LogReader,
  type LogReaderOptions,
  type PartitionEnds,
} from './log-reader.ts';
export { committedOffsets, type LogBounds, listBounds, offsetsForTime, partitionCounts } from './offsets.ts';
export { type OpenTransaction, openTransactions } from './open-transactions.ts';
export type { Isolation, Positions } from './positions.ts';
export { type PartitionLag, readLag } from './read-lag.ts';
export { refusalStays } from './staying-refusals.ts';
export type { GroupOffsets } from './transaction-calls.ts';
export { TransactionalWriter, type WriterOptions } from './transactional-writer.ts';
