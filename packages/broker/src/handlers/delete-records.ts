import { deleteRecords, ERRORS } from '@millrace/kafka-wire';
import { isRefusal } from '../log/log-refusal.ts';
import { defineDirect } from './handler.ts';

/** The offset that stands for the end of a partition. */
const TO_THE_END = -1;

/** Moves the beginning of partitions forward. */
export const deleteRecordsHandler = defineDirect(deleteRecords, (state, { topics }, { nowMs }) => ({
  throttleTimeMs: 0,
  topics: topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.map(({ index, offset }) => {
      const log = state.topics.partition(name, index);
      if (log === null) return { index, lowWatermark: -1, errorCode: ERRORS.UNKNOWN_TOPIC_OR_PARTITION };
      const done = log.deleteBefore(offset === TO_THE_END ? log.highWatermark : offset, nowMs);
      return isRefusal(done)
        ? { index, lowWatermark: -1, errorCode: done.error }
        : { index, lowWatermark: done.logStartOffset, errorCode: ERRORS.NONE };
    }),
  })),
}));
