import {
  KafkaJSAggregateError,
  KafkaJSConnectionError,
  KafkaJSNumberOfRetriesExceeded,
  KafkaJSProtocolError,
} from 'kafkajs';
import { type BrokerAddress, BrokerUnreachable, reasonOf } from './errors.ts';

/** The cluster refused a change to topics or groups. `errorName`: the protocol's name where there is one. */
export class ControlRefused extends Error {
  readonly errorName: string | null;

  constructor(
    { host, port }: BrokerAddress,
    action: string,
    reason: string,
    errorName: string | null,
    command: string,
  ) {
    const advice = command === '' ? '' : ` Somebody who may do so can run:\n${command}`;
    super(`Kafka at ${host}:${port} refused to ${action}: ${reason}.${advice}`);
    this.name = 'ControlRefused';
    this.errorName = errorName;
  }
}

/** Runs a call of kafkajs and gives its failures our types: BrokerUnreachable, or ControlRefused with the command to paste. */
export async function controlIssue<T>(
  broker: BrokerAddress,
  action: string,
  run: () => Promise<T>,
  command = '',
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const cause = rootOf(error);
    if (cause instanceof KafkaJSConnectionError) throw new BrokerUnreachable(broker, cause);
    const errorName = cause instanceof KafkaJSProtocolError ? cause.type : null;
    const reason = errorName === null ? reasonOf(cause) : `${errorName} (${reasonOf(cause)})`;
    throw new ControlRefused(broker, action, withoutStop(reason), errorName, command);
  }
}

/** What happened first: kafkajs wraps it. */
function rootOf(error: unknown): unknown {
  if (error instanceof KafkaJSNumberOfRetriesExceeded && error.cause !== undefined) return rootOf(error.cause);
  if (error instanceof KafkaJSAggregateError) return rootOf(error.errors[0]);
  return error;
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}
