import { joinGroup } from '@millrace/kafka-wire';
import { defineHandler } from './handler.ts';

/** From here on a member without an id learns its id first (KIP-394). */
const MEMBER_ID_FIRST = 4;
/** From here on a returning leader can be told not to assign (KIP-814). */
const SKIP_ASSIGNMENT = 9;

/** Answered when the group's members have joined. */
export const joinGroupHandler = defineHandler(
  joinGroup,
  ({ groups }, request, { version, clientId, client, nowMs }, answer) => {
    const { rebalanceTimeoutMs, sessionTimeoutMs } = request;
    const join = {
      ...request,
      clientId,
      clientHost: `/${client.slice(0, client.lastIndexOf(':'))}`,
      rebalanceTimeoutMs: rebalanceTimeoutMs < 0 ? sessionTimeoutMs : rebalanceTimeoutMs,
      requireKnownMemberId: version >= MEMBER_ID_FIRST,
      supportSkippingAssignment: version >= SKIP_ASSIGNMENT,
    };
    groups.join(join, nowMs, ({ error, members, protocolName, ...joined }) =>
      answer({
        ...joined,
        errorCode: error,
        // Null came with version 7; before it no protocol is an empty name.
        protocolName: protocolName ?? (version >= 7 ? null : ''),
        members: members.map((member) => ({ ...member, metadata: bytesOf(member.metadata) })),
      }),
    );
  },
);

/** The same bytes, as the encoder wants them. */
export function bytesOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
