import { heartbeat } from '@millrace/kafka-wire';
import { defineDirect } from './handler.ts';

export const heartbeatHandler = defineDirect(heartbeat, ({ groups }, request, { nowMs }) => ({
  errorCode: groups.heartbeat(request, nowMs),
}));
