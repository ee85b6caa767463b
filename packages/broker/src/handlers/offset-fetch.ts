import { ERRORS, offsetFetch } from '@millrace/kafka-wire';
import type { BrokerState } from './broker-state.ts';
import { byTopic, flat } from './by-topic.ts';
import { distinct } from './distinct.ts';
import { defineDirect } from './handler.ts';

/** From here on several groups are asked at once. */
const SEVERAL = 8;

type Topics = readonly { readonly name: string; readonly partitions: readonly number[] }[] | null;

/** What groups have committed; with `requireStable` not what an open transaction is about to change. */
export const offsetFetchHandler = defineDirect(offsetFetch, (state, request, { version }) => {
  const { requireStable } = request;
  if (version < SEVERAL) return fetched(state, request.groupId, request.topics, requireStable);
  const groups = distinct(request.groups, ({ groupId }) => groupId).map(({ groupId, topics }) => ({
    groupId,
    ...fetched(state, groupId, topics, requireStable),
  }));
  return { groups };
});

function fetched({ groups }: BrokerState, groupId: string, topics: Topics, requireStable: boolean) {
  const partitions = topics === null ? null : flat(topics, (topic, partition) => ({ topic, partition }));
  const offsets = groups.fetchOffsets({ groupId, partitions, requireStable });
  return {
    topics: byTopic(offsets, ({ partition, offset, leaderEpoch, metadata, error }) => ({
      index: partition,
      offset,
      leaderEpoch,
      metadata,
      errorCode: error,
    })),
    errorCode: ERRORS.NONE,
  };
}
