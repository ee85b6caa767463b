import { ERRORS, offsetCommit } from '@millrace/kafka-wire';
import type { BrokerState } from './broker-state.ts';
import { byTopic, flat } from './by-topic.ts';
import { defineDirect } from './handler.ts';

/** Offsets of topics that are not here are refused one by one; the others are kept. */
export const offsetCommitHandler = defineDirect(offsetCommit, (state, request, { nowMs }) => {
  const offsets = offsetsOf(request.topics);
  const [known, unknown] = parted(state, offsets);
  const committed = known.length === 0 ? [] : state.groups.commitOffsets({ ...request, offsets: known }, nowMs);
  return { topics: answered(offsets, [...committed, ...unknown]) };
});

type Wanted = {
  readonly index: number;
  readonly offset: number;
  readonly leaderEpoch: number;
  readonly metadata: string | null;
};
type Topics = readonly { readonly name: string; readonly partitions: readonly Wanted[] }[];

export function offsetsOf(topics: Topics) {
  return flat(topics, (topic, { index, offset, leaderEpoch, metadata }) => ({
    topic,
    partition: index,
    offset,
    leaderEpoch,
    metadata: metadata ?? '',
  }));
}

type Place = { readonly topic: string; readonly partition: number };

/** What can be committed, and what cannot since there is no such partition. */
export function parted<T extends Place>({ topics }: BrokerState, offsets: readonly T[]) {
  const isHere = ({ topic, partition }: Place) => topics.partition(topic, partition) !== null;
  const unknown = offsets.filter((one) => !isHere(one));
  const refused = unknown.map(({ topic, partition }) => ({
    topic,
    partition,
    error: ERRORS.UNKNOWN_TOPIC_OR_PARTITION,
  }));
  return [offsets.filter(isHere), refused] as const;
}

/** One answer for each that was asked, in the order of the request. */
export function answered(asked: readonly Place[], results: readonly (Place & { readonly error: number })[]) {
  const errors = new Map(results.map(({ topic, partition, error }) => [`${topic} ${partition}`, error]));
  return byTopic(asked, ({ topic, partition }) => ({
    index: partition,
    errorCode: errors.get(`${topic} ${partition}`) ?? ERRORS.UNKNOWN_SERVER_ERROR,
  }));
}
