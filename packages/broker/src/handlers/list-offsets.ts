import { ERRORS, listOffsets } from '@millrace/kafka-wire';
import { isRefusal } from '../log/log-refusal.ts';
import type { PartitionLog } from '../log/partition-log.ts';
import { defineDirect } from './handler.ts';
import { placeOf } from './waiting-fetches.ts';

const READ_COMMITTED = 1;
const LATEST = -1;
const EARLIEST = -2;
const MAX_TIMESTAMP = -3;
const EARLIEST_LOCAL = -4;
const LATEST_TIERED = -5;
const UNKNOWN = { timestamp: -1, offset: -1 };
const ABSENT: Found = { ...UNKNOWN, errorCode: ERRORS.UNKNOWN_TOPIC_OR_PARTITION };
const AGAIN: Found = { ...UNKNOWN, errorCode: ERRORS.INVALID_REQUEST };

/** Where a partition begins or ends, or the first record at or behind a time. A partition that is named again is refused. */
export const listOffsetsHandler = defineDirect(listOffsets, (state, request) => {
  const isReadCommitted = request.isolationLevel === READ_COMMITTED;
  const asked = new Set<string>();
  return {
    throttleTimeMs: 0,
    topics: request.topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ index, timestamp }) => {
        const place = placeOf(name, index);
        const isAgain = asked.has(place);
        asked.add(place);
        const log = state.topics.partition(name, index);
        return answerOf(index, isAgain ? AGAIN : log === null ? ABSENT : find(log, timestamp, isReadCommitted));
      }),
    })),
  };
});

function answerOf(index: number, { errorCode = ERRORS.NONE, timestamp, offset }: Found) {
  return { index, errorCode, timestamp, offset, leaderEpoch: errorCode === ERRORS.NONE && offset >= 0 ? 0 : -1 };
}

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
