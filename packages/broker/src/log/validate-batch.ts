import {
  ATTRIBUTES,
  type BatchHeader,
  decodeBatches,
  type LogPlace,
  readBatchHeader,
  WireError,
} from '@millrace/kafka-wire';
import { peekBatch } from './batch-fields.ts';
import type { LogConfig } from './log-config.ts';
import { type LogRefusal, refuse } from './log-refusal.ts';

/**
 * The header of the one batch that a client sent for a partition, or why it is refused: as Apache Kafka refuses it. Records are
 * looked at only where the topic is compacted: each needs a key.
 */
export function validateBatch(
  bytes: Buffer,
  config: LogConfig,
  place: LogPlace,
  nowMs: number,
): BatchHeader | LogRefusal {
  const where = `the batch for ${place.topic}[${place.partition}]`;
  const span = peekBatch(bytes, 0);
  if (span === null) return refuse('CORRUPT_MESSAGE', `Refused ${where}: ${bytes.length} bytes are no batch.`);
  const magic = bytes[16] as number;
  if (magic < 2)
    return refuse('INVALID_RECORD', `Refused ${where}: it has the old format v${magic}. Use a client of today.`);
  if (span === 'damaged' || span.bytes > bytes.length)
    return refuse('CORRUPT_MESSAGE', `Refused ${where}: its length or format is wrong.`);
  if (span.bytes < bytes.length)
    return refuse('INVALID_RECORD', `Refused ${where}: a request carries exactly one batch per partition.`);
  if (span.bytes > config.maxMessageBytes) {
    const limit = `max.message.bytes is ${config.maxMessageBytes}`;
    return refuse(
      'MESSAGE_TOO_LARGE',
      `Refused ${where}: it has ${span.bytes} bytes, ${limit}. Raise it, or send less.`,
    );
  }
  if (span.bytes > config.segmentBytes)
    return refuse('RECORD_LIST_TOO_LARGE', `Refused ${where}: ${span.bytes} bytes do not fit in a segment.`);
  return checked(bytes, config, place, nowMs, where);
}

function checked(bytes: Buffer, config: LogConfig, place: LogPlace, nowMs: number, where: string) {
  try {
    const header = readBatchHeader(bytes, 0, place);
    if (header === null) return refuse('CORRUPT_MESSAGE', `Refused ${where}: it is not whole.`);
    const problem = headerProblem(header, config, nowMs) ?? keyProblem(bytes, header, config, place);
    return problem === null ? header : refuse(problem.error, `Refused ${where}: ${problem.message}`);
  } catch (error) {
    if (error instanceof WireError) return refuse('CORRUPT_MESSAGE', `Refused ${where}. ${error.message}`);
    throw error;
  }
}

type Problem = { readonly error: 'INVALID_RECORD' | 'INVALID_TIMESTAMP'; readonly message: string };

function headerProblem(header: BatchHeader, config: LogConfig, nowMs: number): Problem | null {
  const { attributes, baseOffset, lastOffset, count, producerId, baseSequence } = header;
  if (baseOffset !== 0) return invalid(`its base offset is ${baseOffset}, clients send 0.`);
  if (count <= 0 || lastOffset + 1 !== count) return invalid(`it says ${count} records for ${lastOffset + 1} offsets.`);
  if (attributes & ATTRIBUTES.control) return invalid('clients do not write control batches.');
  if (producerId >= 0n && baseSequence < 0) return invalid(`its first sequence number is ${baseSequence}.`);
  if (producerId < 0n && attributes & ATTRIBUTES.transactional)
    return invalid('it is transactional without producer id.');
  if ((attributes & ATTRIBUTES.compression) > 4) return invalid('its compression is not known.');
  return timestampProblem(header, config, nowMs);
}

/** By the header's first and last time: those of single records are not looked at. */
function timestampProblem(header: BatchHeader, config: LogConfig, nowMs: number): Problem | null {
  const { attributes, baseTimestamp, maxTimestamp } = header;
  if (!Number.isSafeInteger(baseTimestamp) || !Number.isSafeInteger(maxTimestamp))
    return untimely('its time is no time.');
  if (config.timestampType === 'LogAppendTime') return null;
  if (attributes & ATTRIBUTES.logAppendTime)
    return untimely('the timestamp type LogAppendTime is the broker’s to set.');
  if (maxTimestamp - nowMs > config.timestampAfterMaxMs)
    return untimely(
      `its time ${maxTimestamp} is more than message.timestamp.after.max.ms beyond the broker’s ${nowMs}.`,
    );
  if (baseTimestamp >= 0 && nowMs - baseTimestamp > config.timestampBeforeMaxMs)
    return untimely(
      `its time ${baseTimestamp} is more than message.timestamp.before.max.ms below the broker’s ${nowMs}.`,
    );
  return null;
}

function keyProblem(bytes: Buffer, header: BatchHeader, config: LogConfig, place: LogPlace): Problem | null {
  if (!config.cleanupPolicy.includes('compact')) return null;
  const { ranges } = decodeBatches(bytes, { ...place, from: 0, until: header.count, aborted: null });
  const isWhole = ranges.reduce((sum, { count }) => sum + count, 0) === header.count;
  if (!isWhole) return invalid('the offsets of its records do not go up by one.');
  return ranges.some(({ keyStart }) => keyStart.includes(-1))
    ? invalid('a record has no key, and the topic is compacted.')
    : null;
}

function invalid(message: string): Problem {
  return { error: 'INVALID_RECORD', message };
}

function untimely(message: string): Problem {
  return { error: 'INVALID_TIMESTAMP', message };
}
