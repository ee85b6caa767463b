import { ERRORS, metadata } from '@millrace/kafka-wire';
import { orStorageRefusal } from '../topics/or-storage-refusal.ts';
import type { Topic } from '../topics/topics.ts';
import type { BrokerState } from './broker-state.ts';
import { distinct } from './distinct.ts';
import { type Call, defineDirect } from './handler.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** What authorised operations are called while nobody authorises. */
const NOT_ASKED = -2147483648;

/** Topics by name, by id, or all of them; one that is not there is made where the client and the broker's settings want it. */
export const metadataHandler = defineDirect(metadata, (state, request, call) => ({
  throttleTimeMs: 0,
  brokers: [{ nodeId: state.facts.nodeId, host: call.host, port: call.port, rack: null }],
  clusterId: state.facts.clusterId,
  controllerId: state.facts.nodeId,
  topics: topicsOf(state, request, call),
  clusterAuthorizedOperations: NOT_ASKED,
}));

type Wanted = { readonly topicId: string; readonly name: string | null };
type Request = { readonly topics: readonly Wanted[] | null; readonly allowAutoTopicCreation: boolean };

function topicsOf(state: BrokerState, { topics, allowAutoTopicCreation }: Request, { nowMs, version }: Call) {
  const { nodeId } = state.facts;
  // Before version 1 an empty list asked for all.
  if (topics === null || (version === 0 && topics.length === 0)) {
    return state.topics.all().map((topic) => told(topic, nodeId));
  }
  return distinct(topics, ({ topicId, name }) => (name === null ? topicId : `name ${name}`)).map(
    ({ topicId, name }) => {
      if (name === null) {
        const topic = state.topics.byId(topicId);
        return topic === null ? absent(ERRORS.UNKNOWN_TOPIC_ID, null, topicId) : told(topic, nodeId);
      }
      const topic = state.topics.get(name);
      if (topic !== null) return told(topic, nodeId);
      const { autoCreateTopics, defaultPartitions } = state.facts;
      if (!autoCreateTopics || !allowAutoTopicCreation) return absent(ERRORS.UNKNOWN_TOPIC_OR_PARTITION, name, NO_ID);
      const fault = state.topics.creationFault(name, defaultPartitions, {});
      if (fault !== null) return absent(fault.code, name, NO_ID);
      const made = orStorageRefusal('Making the topic', () => state.topics.create(name, defaultPartitions, {}, nowMs));
      return 'code' in made ? absent(made.code, name, NO_ID) : told(made, nodeId);
    },
  );
}

function told({ name, id, partitions }: Topic, nodeId: number) {
  return {
    errorCode: ERRORS.NONE as number,
    name: name as string | null,
    topicId: id,
    isInternal: false,
    partitions: partitions.map((_, index) => ({
      errorCode: ERRORS.NONE,
      index,
      leaderId: nodeId,
      leaderEpoch: 0,
      replicas: [nodeId],
      inSyncReplicas: [nodeId],
      offlineReplicas: [],
    })),
    authorizedOperations: NOT_ASKED,
  };
}

function absent(errorCode: number, name: string | null, topicId: string): ReturnType<typeof told> {
  return { errorCode, name, topicId, isInternal: false, partitions: [], authorizedOperations: NOT_ASKED };
}
