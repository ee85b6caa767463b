import { addOffsetsToTxn } from '@millrace/kafka-wire';
import { fencedCode } from './fenced-code.ts';
import { defineDirect } from './handler.ts';

const KNOWS_FENCED = 2;

export const addOffsetsToTxnHandler = defineDirect(addOffsetsToTxn, ({ transactions }, request, { version, nowMs }) => {
  const { groupId, transactionalId, producerId, producerEpoch: epoch } = request;
  const code = transactions.addOffsets({ transactionalId, producerId, epoch }, groupId, nowMs);
  return { throttleTimeMs: 0, errorCode: fencedCode(code, version, KNOWS_FENCED) };
});
