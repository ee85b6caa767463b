import { addPartitionsToTxn, ERRORS } from '@millrace/kafka-wire';
import { byTopic, flat } from './by-topic.ts';
import { fencedCode } from './fenced-code.ts';
import { defineDirect } from './handler.ts';

const KNOWS_FENCED = 2;

/** All partitions or none: where one is not here, the others were not attempted. */
export const addPartitionsToTxnHandler = defineDirect(addPartitionsToTxn, (state, request, { version, nowMs }) => {
  const { transactionalId, producerId, producerEpoch: epoch } = request;
  const wanted = flat(request.topics, (topic, partition) => ({ topic, partition }));
  const isHere = (one: (typeof wanted)[number]) => state.topics.partition(one.topic, one.partition) !== null;
  const told = (codeOf: (one: (typeof wanted)[number]) => number) => ({
    throttleTimeMs: 0,
    topics: byTopic(wanted, (one) => ({ index: one.partition, errorCode: codeOf(one) })),
  });
  if (!wanted.every(isHere)) {
    return told((one) => (isHere(one) ? ERRORS.OPERATION_NOT_ATTEMPTED : ERRORS.UNKNOWN_TOPIC_OR_PARTITION));
  }
  const code = state.transactions.addPartitions({ transactionalId, producerId, epoch }, wanted, nowMs);
  return told(() => fencedCode(code, version, KNOWS_FENCED));
});
