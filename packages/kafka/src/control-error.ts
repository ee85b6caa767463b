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

/** kafkajs exports its error classes in a way that ES modules do not see; their names are stable. */
const WRAPPERS: ReadonlySet<string> = new Set(['KafkaJSNumberOfRetriesExceeded', 'KafkaJSNonRetriableError']);
const CONNECTION_FAULTS: ReadonlySet<string> = new Set([
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
  'KafkaJSRequestTimeoutError',
]);

/** Runs a call of kafkajs and gives its failures our types: BrokerUnreachable, or ControlRefused with the command to paste. */
export async function controlCall<T>(
  broker: BrokerAddress,
  action: string,
  run: () => Promise<T>,
  command = '',
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const cause = rootOf(error);
    if (cause instanceof Error && CONNECTION_FAULTS.has(cause.name)) throw new BrokerUnreachable(broker, cause);
    const errorName = protocolName(cause);
    const reason = errorName === null ? reasonOf(cause) : `${errorName} (${reasonOf(cause)})`;
    throw new ControlRefused(broker, action, reason.replace(/\.$/, ''), errorName, command);
  }
}

/** What happened first: kafkajs wraps it, for several topics in a list. */
function rootOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (WRAPPERS.has(error.name) && error.cause !== undefined) return rootOf(error.cause);
  if ('errors' in error && Array.isArray(error.errors)) return rootOf(error.errors[0]);
  return error;
}

/** A protocol error's name, such as TOPIC_AUTHORIZATION_FAILED. */
function protocolName(error: unknown): string | null {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : null;
}
