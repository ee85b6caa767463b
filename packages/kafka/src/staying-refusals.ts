import { ERRORS } from '@millrace/kafka-wire';
import type { KafkaError } from './errors.ts';

const CHECK_RECORDS = 'The broker does not take these records as they are; compare the configuration of the topic.';

/** Refusals that stay until a person changes a right, a limit or a name, with what that is. */
const STAYING: ReadonlyMap<number, string> = new Map([
  [
    ERRORS.MESSAGE_TOO_LARGE,
    'Raise max.message.bytes of the topic (kafka-configs --alter --topic), or make its records smaller.',
  ],
  [ERRORS.RECORD_LIST_TOO_LARGE, 'Raise segment.bytes of the topic (kafka-configs --alter --topic).'],
  [ERRORS.INVALID_TOPIC_EXCEPTION, 'Name another topic.'],
  [ERRORS.INVALID_GROUP_ID, 'Name another group.'],
  [ERRORS.TOPIC_AUTHORIZATION_FAILED, 'Allow this user to use the topic (kafka-acls --topic).'],
  [ERRORS.GROUP_AUTHORIZATION_FAILED, 'Allow this user to use the group (kafka-acls --group).'],
  [
    ERRORS.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
    'Allow this user to use the transactional id (kafka-acls --transactional-id).',
  ],
  [ERRORS.CLUSTER_AUTHORIZATION_FAILED, 'Allow this user to do so (kafka-acls --cluster).'],
  [
    ERRORS.INVALID_TRANSACTION_TIMEOUT,
    "The transaction time-out exceeds the broker's transaction.max.timeout.ms. Lower the one or raise the other.",
  ],
  [ERRORS.INVALID_TIMESTAMP, 'Raise message.timestamp.before.max.ms and message.timestamp.after.max.ms of the topic.'],
  [ERRORS.INVALID_RECORD, CHECK_RECORDS],
  [ERRORS.POLICY_VIOLATION, CHECK_RECORDS],
  [ERRORS.UNSUPPORTED_FOR_MESSAGE_FORMAT, CHECK_RECORDS],
  [ERRORS.UNSUPPORTED_VERSION, 'Use Apache Kafka 3.0 or newer.'],
]);

/** What a person can do about a refusal; empty where nothing but to wait and try again. */
export function adviceFor(code: number): string {
  return STAYING.get(code) ?? '';
}

/** Whether the same request would be refused again however long one waits. */
export function refusalStays({ code }: KafkaError): boolean {
  return STAYING.has(code);
}
