import { offsetDelete } from '@millrace/kafka-wire';
import { byTopic, flat } from './by-topic.ts';
import { defineDirect } from './handler.ts';

export const offsetDeleteHandler = defineDirect(offsetDelete, ({ groups }, { groupId, topics }) => {
  const wanted = flat(topics, (topic, { index }) => ({ topic, partition: index }));
  const { error, partitions } = groups.deleteOffsets(groupId, wanted);
  const told = byTopic(partitions, ({ partition, error: errorCode }) => ({ index: partition, errorCode }));
  return { errorCode: error, throttleTimeMs: 0, topics: told };
});
