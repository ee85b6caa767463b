export { Admin, type NewTopic } from './admin.ts';
export { parseBroker } from './broker-address.ts';
export { Connection, type ConnectionOptions, type RequestProbe } from './connection.ts';
export {
  type BrokerAddress,
  BrokerUnreachable,
  ConnectionLost,
  KafkaError,
  OffsetOutOfRange,
  ProducerFenced,
  RecordTooLarge,
  RequestTimedOut,
  WriterPoisoned,
} from './errors.ts';
export { type LagOffsets, lagOf } from './lag.ts';
export {
  type FetchedPartition,
  type Isolation,
  LogReader,
  type LogReaderOptions,
  type Positions,
} from './log-reader.ts';
export { committedOffsets, type LogBounds, listBounds, offsetsForTime, partitionCounts } from './offsets.ts';
export {
  type GroupOffsets,
  type OutputRanges,
  TransactionalWriter,
  type WriterOptions,
} from './transactional-writer.ts';
