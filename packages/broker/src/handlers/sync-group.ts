import { syncGroup } from '@millrace/kafka-wire';
import { defineHandler } from './handler.ts';
import { bytesOf } from './join-group.ts';

/** Answered when the leader has assigned. */
export const syncGroupHandler = defineHandler(syncGroup, ({ groups }, request, { nowMs }, answer) => {
  groups.sync(request, nowMs, ({ error, assignment, ...synced }) =>
    answer({ ...synced, errorCode: error, assignment: bytesOf(assignment) }),
  );
});
