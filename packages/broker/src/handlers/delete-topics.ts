import { deleteTopics, ERRORS } from '@millrace/kafka-wire';
import { orStorageRefusal } from '../topics/or-storage-refusal.ts';
import type { Topic } from '../topics/topics.ts';
import type { BrokerState } from './broker-state.ts';
import { errorText } from './error-text.ts';
import { defineDirect } from './handler.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Topics by name, or by id since version 6; what groups had committed in them goes with them. */
export const deleteTopicsHandler = defineDirect(deleteTopics, (state, request) => {
  const wanted = [...request.topics, ...request.topicNames.map((name) => ({ name, topicId: NO_ID }))];
  return {
    throttleTimeMs: 0,
    responses: wanted.map(({ name, topicId }) => {
      const topic = name === null ? state.topics.byId(topicId) : state.topics.get(name);
      if (topic !== null) {
        const refusal = orStorageRefusal('Deleting the topic', () => remove(state, topic));
        const { code: errorCode, message: errorMessage } = refusal ?? { code: ERRORS.NONE, message: null };
        return { name: topic.name, topicId: topic.id, errorCode, errorMessage };
      }
      const errorCode = name === null ? ERRORS.UNKNOWN_TOPIC_ID : ERRORS.UNKNOWN_TOPIC_OR_PARTITION;
      return { name, topicId, errorCode, errorMessage: errorText(`There is no topic ${name ?? topicId}.`) };
    }),
  };
});

function remove(state: BrokerState, topic: Topic): void {
  state.groups.topicDeleted(topic.name);
  state.topics.delete(topic);
  topic.partitions.forEach((_, partition) => {
    state.fetches.changed(topic.name, partition);
  });
}
