import { ERRORS, produce } from '@millrace/kafka-wire';
import { isRefusal, refuse } from '../log/log-refusal.ts';
import type { BrokerState } from './broker-state.ts';
import { errorText } from './error-text.ts';
import { type Call, defineHandler } from './handler.ts';
import { transactionalFault } from './transactional-fault.ts';

/** `acks` of a client that waits for nothing. */
const NO_ACKS = 0;

/**
 * Appends batches as they came. A transactional batch outside its producer's open transaction is refused (KIP-890). A client that
 * wants no answer is disconnected when something was refused: it could not learn of it otherwise.
 */
export const produceHandler = defineHandler(produce, (state, request, call, answer) => {
  const { acks, transactionalId } = request;
  const topics = request.topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.map(({ index, records }) => ({
      index,
      ...(acks === NO_ACKS || acks === 1 || acks === -1
        ? appended(state, { topic: name, partition: index, records, transactionalId }, call)
        : answerOf(refuse('INVALID_REQUIRED_ACKS', `acks is −1, 0 or 1, not ${acks}.`))),
    })),
  }));
  if (acks !== NO_ACKS) return answer({ topics, throttleTimeMs: 0 });
  const refused = topics.flatMap(({ partitions }) => partitions).find(({ errorCode }) => errorCode !== ERRORS.NONE);
  if (refused === undefined) return answer(null);
  throw new Error(`A Produce without acks was refused: ${refused.errorMessage}`);
});

type Batches = {
  readonly topic: string;
  readonly partition: number;
  readonly records: Buffer | null;
  readonly transactionalId: string | null;
};

function appended(state: BrokerState, { topic, partition, records, transactionalId }: Batches, { nowMs }: Call) {
  const log = state.topics.partition(topic, partition);
  if (log === null) return answerOf(refuse('UNKNOWN_TOPIC_OR_PARTITION', `There is no ${topic}[${partition}].`));
  if (records === null || records.length === 0) {
    return answerOf(refuse('INVALID_RECORD', `The request holds no batch for ${topic}[${partition}].`));
  }
  const fault = transactionalFault(state.transactions, transactionalId, records, topic, partition);
  const result = fault ?? log.append(records, nowMs);
  if (isRefusal(result)) return answerOf(result);
  state.fetches.changed(topic, partition);
  const { baseOffset, logAppendTimeMs } = result;
  return { ...ANSWER, baseOffset, logAppendTimeMs, logStartOffset: log.logStartOffset };
}

const ANSWER = {
  errorCode: ERRORS.NONE as number,
  baseOffset: -1,
  logAppendTimeMs: -1,
  logStartOffset: -1,
  recordErrors: [],
  errorMessage: null as string | null,
};

function answerOf({ error, message }: { readonly error: number; readonly message: string }): typeof ANSWER {
  return { ...ANSWER, errorCode: error, errorMessage: errorText(message) };
}
