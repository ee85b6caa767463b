import { describeProducers, ERRORS } from '@millrace/kafka-wire';
import { distinctPartitions } from './distinct-partitions.ts';
import { errorText } from './error-text.ts';
import { defineDirect } from './handler.ts';

/** The producers that a partition knows, and where their open transactions begin (KIP-664). */
export const describeProducersHandler = defineDirect(describeProducers, (state, { topics }) => ({
  throttleTimeMs: 0,
  topics: distinctPartitions(topics, (index) => index).map(({ name, partitions }) => ({
    name,
    partitions: partitions.map((index) => {
      const log = state.topics.partition(name, index);
      if (log === null) {
        const errorMessage = errorText(`There is no ${name}[${index}].`);
        return { index, errorCode: ERRORS.UNKNOWN_TOPIC_OR_PARTITION, errorMessage, activeProducers: [] };
      }
      const activeProducers = log.producers().map((producer) => ({
        producerId: producer.producerId,
        producerEpoch: producer.epoch,
        lastSequence: producer.batches.at(-1)?.lastSequence ?? -1,
        lastTimestamp: producer.lastTimestampMs,
        coordinatorEpoch: producer.coordinatorEpoch,
        currentTxnStartOffset: producer.transactionStart,
      }));
      return { index, errorCode: ERRORS.NONE, errorMessage: null, activeProducers };
    }),
  })),
}));
