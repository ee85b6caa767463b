import { initProducerId } from '@millrace/kafka-wire';
import { fencedCode } from './fenced-code.ts';
import { defineDirect } from './handler.ts';

const KNOWS_FENCED = 4;

export const initProducerIdHandler = defineDirect(initProducerId, ({ transactions }, request, { version, nowMs }) => {
  const { transactionalId, transactionTimeoutMs: timeoutMs, producerId, producerEpoch: epoch } = request;
  const answer = transactions.initProducerId({ transactionalId, timeoutMs, producerId, epoch }, nowMs);
  return {
    throttleTimeMs: 0,
    errorCode: fencedCode(answer.error, version, KNOWS_FENCED),
    producerId: answer.producerId,
    producerEpoch: answer.epoch,
  };
});
