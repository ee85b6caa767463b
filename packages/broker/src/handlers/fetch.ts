import { ERRORS, fetch, type MessageOf } from '@millrace/kafka-wire';
import { isRefusal } from '../log/log-refusal.ts';
import type { BrokerState } from './broker-state.ts';
import { distinctPartitions } from './distinct-partitions.ts';
import { defineHandler } from './handler.ts';
import { placeOf } from './waiting-fetches.ts';

type Request = MessageOf<typeof fetch.request>;
type Response = MessageOf<typeof fetch.response>;

const READ_COMMITTED = 1;
/** A fetch in a session says so by its epoch; the first of one has 0, one without a session −1. */
const NO_SESSION = -1;
const NEW_SESSION = 0;
const LEADER_EPOCH = 0;

/**
 * Reads whole batches, at least one where there is one. Waits for `minBytes` up to `maxWaitMs`; an error is told at once. Sessions
 * are not offered: an answer with the session 0 tells a client to name all its partitions again.
 */
export const fetchHandler = defineHandler(fetch, (state, sent, { nowMs, whenGone }, answer) => {
  const request = bounded(sent, state.facts.mostFetchBytes);
  if (request.sessionId !== 0 || (request.sessionEpoch !== NO_SESSION && request.sessionEpoch !== NEW_SESSION)) {
    return answer({ throttleTimeMs: 0, errorCode: ERRORS.FETCH_SESSION_ID_NOT_FOUND, sessionId: 0, topics: [] });
  }
  const attempt = (isOver: boolean): boolean => {
    const { response, bytes, isUrgent } = read(state, request);
    const isEnough = isOver || isUrgent || bytes >= request.minBytes;
    if (isEnough) answer(response);
    return isEnough;
  };
  if (attempt(request.maxWaitMs <= 0)) return;
  const places = request.topics.flatMap(({ name, partitions }) => partitions.map(({ index }) => placeOf(name, index)));
  const waiting = { deadlineMs: nowMs + request.maxWaitMs, places, attempt };
  state.fetches.add(waiting);
  whenGone(() => state.fetches.remove(waiting));
});

/** Each partition once, and no more bytes than one answer may have. */
function bounded(request: Request, mostBytes: number): Request {
  const topics = distinctPartitions(request.topics, ({ index }) => index);
  return { ...request, topics, maxBytes: Math.min(request.maxBytes, mostBytes) };
}

type Read = { readonly response: Response; readonly bytes: number; readonly isUrgent: boolean };

function read(state: BrokerState, { topics, maxBytes, isolationLevel }: Request): Read {
  let bytes = 0;
  let isUrgent = topics.length === 0;
  const answered = topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.map((wanted) => {
      const room = Math.max(0, Math.min(wanted.maxBytes, maxBytes - bytes));
      const found = readPartition(state, name, wanted, room, isolationLevel === READ_COMMITTED, bytes === 0);
      bytes += found.records.length;
      isUrgent ||= found.errorCode !== ERRORS.NONE;
      return found;
    }),
  }));
  const response = { throttleTimeMs: 0, errorCode: ERRORS.NONE, sessionId: 0, topics: answered };
  return { response, bytes, isUrgent };
}

type Wanted = { readonly index: number; readonly currentLeaderEpoch: number; readonly fetchOffset: number };

function readPartition(
  state: BrokerState,
  topic: string,
  { index, currentLeaderEpoch, fetchOffset }: Wanted,
  maxBytes: number,
  isReadCommitted: boolean,
  minOneBatch: boolean,
) {
  const log = state.topics.partition(topic, index);
  if (log === null) return { ...NOTHING, index, errorCode: ERRORS.UNKNOWN_TOPIC_OR_PARTITION };
  if (currentLeaderEpoch > LEADER_EPOCH) return { ...NOTHING, index, errorCode: ERRORS.UNKNOWN_LEADER_EPOCH };
  const result = log.read({ offset: fetchOffset, maxBytes, isReadCommitted, minOneBatch });
  if (isRefusal(result)) return { ...NOTHING, index, errorCode: result.error };
  const { records, highWatermark, lastStableOffset, logStartOffset, abortedTransactions } = result;
  return {
    ...NOTHING,
    index,
    highWatermark,
    lastStableOffset,
    logStartOffset,
    abortedTransactions: isReadCommitted ? (abortedTransactions ?? []) : null,
    records,
  };
}

type Answered = Response['topics'][number]['partitions'][number] & { readonly records: Buffer };

const NOTHING: Answered = {
  index: 0,
  errorCode: ERRORS.NONE,
  highWatermark: -1,
  lastStableOffset: -1,
  logStartOffset: -1,
  abortedTransactions: null,
  preferredReadReplica: -1,
  records: Buffer.alloc(0),
};
