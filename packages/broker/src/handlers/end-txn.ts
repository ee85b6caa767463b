import { endTxn } from '@millrace/kafka-wire';
import { fencedCode } from './fenced-code.ts';
import { defineDirect } from './handler.ts';

const KNOWS_FENCED = 2;

export const endTxnHandler = defineDirect(endTxn, ({ transactions }, request, { version, nowMs }) => {
  const { transactionalId, producerId, producerEpoch: epoch, committed } = request;
  const code = transactions.endTransaction({ transactionalId, producerId, epoch }, committed, nowMs);
  return { throttleTimeMs: 0, errorCode: fencedCode(code, version, KNOWS_FENCED) };
});
