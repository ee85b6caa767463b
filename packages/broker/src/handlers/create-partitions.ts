import { createPartitions, ERRORS } from '@millrace/kafka-wire';
import { orStorageRefusal } from '../topics/or-storage-refusal.ts';
import { errorText } from './error-text.ts';
import { defineDirect } from './handler.ts';

export const createPartitionsHandler = defineDirect(createPartitions, (state, { topics, validateOnly }, { nowMs }) => ({
  throttleTimeMs: 0,
  results: topics.map(({ name, count, assignments }) => {
    const topic = state.topics.get(name);
    if (topic === null) {
      return {
        name,
        errorCode: ERRORS.UNKNOWN_TOPIC_OR_PARTITION,
        errorMessage: errorText(`There is no topic ${name}.`),
      };
    }
    const fault = state.topics.extensionFault(topic, count);
    if (fault !== null) return { name, errorCode: fault.code, errorMessage: fault.message };
    const added = count - topic.partitions.length;
    const isHere = (brokers: readonly number[]) => brokers.length === 1 && brokers[0] === state.facts.nodeId;
    if (
      assignments !== null &&
      !(assignments.length === added && assignments.every(({ brokerIds }) => isHere(brokerIds)))
    ) {
      const errorMessage = `Assignments name the broker ${state.facts.nodeId} once for each of the ${added} new partitions.`;
      return { name, errorCode: ERRORS.INVALID_REPLICA_ASSIGNMENT, errorMessage };
    }
    const refusal = validateOnly
      ? undefined
      : orStorageRefusal('Adding partitions', () => state.topics.extend(topic, count, nowMs));
    if (refusal !== undefined) return { name, errorCode: refusal.code, errorMessage: refusal.message };
    return { name, errorCode: ERRORS.NONE, errorMessage: null };
  }),
}));
