import { ERRORS, leaveGroup } from '@millrace/kafka-wire';
import { defineDirect } from './handler.ts';

/** From here on several members may leave at once (KIP-345). */
const SEVERAL = 3;

export const leaveGroupHandler = defineDirect(leaveGroup, ({ groups }, request, { version, nowMs }) => {
  const { groupId, memberId } = request;
  const leaving = version >= SEVERAL ? request.members : [{ memberId, groupInstanceId: null }];
  const { error, members } = groups.leave({ groupId, members: leaving }, nowMs);
  const single = error !== ERRORS.NONE ? error : (members[0]?.error ?? ERRORS.NONE);
  return {
    errorCode: version >= SEVERAL ? error : single,
    members: members.map(({ error: errorCode, ...member }) => ({ ...member, errorCode })),
  };
});
