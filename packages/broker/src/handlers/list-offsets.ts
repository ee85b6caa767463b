import { ERRORS, listOffsets } from '@millrace/kafka-wire';
import { isRefusal } from '../log/log-refusal.ts';
import type { PartitionLog } from '../log/partition-log.ts';
import { defineDirect } from './handler.ts';

const READ_COMMITTED = 1;
const LATEST = -1;
const EARLIEST = -2;
const MAX_TIMESTAMP = -3;
const EARLIEST_LOCAL = -4;
const LATEST_TIERED = -5;
const UNKNOWN = { timestamp: -1, offset: -1 };

/** Where a partition begins or ends, or the first record at or behind a time. */
export const listOffsetsHandler = defineDirect(listOffsets, (state, request) => ({
  throttleTimeMs: 0,
  topics: request.topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.map(({ index, timestamp }) => {
      const log = state.topics.partition(name, index);
      const found = log === null ? null : find(log, timestamp, request.isolationLevel === READ_COMMITTED);
      const { errorCode = ERRORS.NONE, ...place } = found ?? {
        ...UNKNOWN,
        errorCode: ERRORS.UNKNOWN_TOPIC_OR_PARTITION,
      };
      return { index, errorCode, ...place, leaderEpoch: errorCode === ERRORS.NONE && place.offset >= 0 ? 0 : -1 };
    }),
  })),
}));

type Found = { readonly timestamp: number; readonly offset: number; readonly errorCode?: number };

function find(log: PartitionLog, timestamp: number, isReadCommitted: boolean): Found {
  switch (timestamp) {
    case LATEST:
      return { timestamp: -1, offset: isReadCommitted ? log.lastStableOffset : log.highWatermark };
    case EARLIEST:
    case EARLIEST_LOCAL:
      return { timestamp: -1, offset: log.logStartOffset };
    case MAX_TIMESTAMP:
      return placed(log.offsetOfMaxTimestamp());
    case LATEST_TIERED:
      return UNKNOWN;
    default:
      if (timestamp < 0) return { ...UNKNOWN, errorCode: ERRORS.UNSUPPORTED_VERSION };
      return placed(log.offsetForTime(timestamp), isReadCommitted ? log.lastStableOffset : log.highWatermark);
  }
}

type Placed = { readonly offset: number; readonly timestampMs: number };

function placed(found: Placed | null | { readonly error: number; readonly message: string }, end?: number): Found {
  if (found === null) return UNKNOWN;
  if (isRefusal(found)) return { ...UNKNOWN, errorCode: found.error };
  return end !== undefined && found.offset >= end ? UNKNOWN : { timestamp: found.timestampMs, offset: found.offset };
}
