import { errorName } from '@millrace/kafka-wire';

/** Where a broker listens. */
export type BrokerAddress = { readonly host: string; readonly port: number };

/** A partition of a topic: for messages and their readers. */
export type PartitionPlace = { readonly topic: string; readonly partition: number };

/** No connection could be made, or what answered is not Kafka. */
export class BrokerUnreachable extends Error {
  readonly address: BrokerAddress;

  constructor(address: BrokerAddress, cause: unknown) {
    super(
      `There is no Kafka at ${address.host}:${address.port} (${reasonOf(cause)}). Start Kafka, or set KAFKA_BROKERS to where it listens.`,
      { cause },
    );
    this.name = 'BrokerUnreachable';
    this.address = address;
  }
}

/** The connection ended with requests in flight, or before one could be sent. */
export class ConnectionLost extends Error {
  readonly address: BrokerAddress;

  constructor(address: BrokerAddress, cause: unknown) {
    super(`The connection to Kafka at ${address.host}:${address.port} was lost: ${reasonOf(cause)}.`, { cause });
    this.name = 'ConnectionLost';
    this.address = address;
  }
}

/** A request was not answered in time; the connection was closed, since its answer may still come. */
export class RequestTimedOut extends Error {
  readonly api: string;

  constructor({ host, port }: BrokerAddress, api: string, timeoutMs: number) {
    super(`Kafka at ${host}:${port} did not answer ${api} within ${timeoutMs} ms.`);
    this.name = 'RequestTimedOut';
    this.api = api;
  }
}

/** The broker does not take the version of a request that this client sends. */
export class UnsupportedBroker extends Error {
  constructor({ host, port }: BrokerAddress, api: string, version: number, taken: string) {
    super(
      `Kafka at ${host}:${port} does not take ${api} in version ${version} (${taken}). Apache Kafka 3.0 and newer do.`,
    );
    this.name = 'UnsupportedBroker';
  }
}

/** The broker refused a request. `errorName` is the protocol's name of the code; `place` says what it was about. */
export class KafkaError extends Error {
  readonly api: string;
  readonly code: number;
  readonly errorName: string;
  readonly topic?: string;
  readonly partition?: number;

  constructor(api: string, code: number, place: string | PartitionPlace, advice = '') {
    const what = typeof place === 'string' ? place : `${place.topic}[${place.partition}]`;
    super(`Kafka answered ${api} for ${what} with ${errorName(code)} (${code}).${advice === '' ? '' : ` ${advice}`}`);
    this.name = 'KafkaError';
    this.api = api;
    this.code = code;
    this.errorName = errorName(code);
    if (typeof place !== 'string') {
      this.topic = place.topic;
      this.partition = place.partition;
    }
  }
}

/** The log of a partition: what can be read is [logStart, end). */
export type LogSpan = { readonly logStart: number; readonly end: number };

/** A position that the log does not have (any more). */
export class OffsetOutOfRange extends Error {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly span: LogSpan;

  constructor({ topic, partition }: PartitionPlace, offset: number, span: LogSpan) {
    super(
      `${topic}[${partition}] has no offset ${offset}: its log goes from ${span.logStart} to ${span.end}. Records were deleted or the topic was made anew; reset the pipeline's positions.`,
    );
    this.name = 'OffsetOutOfRange';
    this.topic = topic;
    this.partition = partition;
    this.offset = offset;
    this.span = span;
  }
}

/** A topic, or one of its partitions, that does not exist. */
export class UnknownTopic extends Error {
  readonly topic: string;

  constructor(topic: string, partition: number | null = null) {
    const what = partition === null ? `no topic ${topic}` : `no partition ${partition} of the topic ${topic}`;
    super(`There is ${what}. It was deleted or never made; make it, or change the name in the document.`);
    this.name = 'UnknownTopic';
    this.topic = topic;
  }
}

/** Something is led or coordinated by another broker than the one that is connected. */
export class OtherBroker extends Error {
  constructor(what: string, broker: string) {
    super(
      `${what} is led by ${broker}; this version reads from and writes to one broker. Use a cluster of one broker, or name that broker.`,
    );
    this.name = 'OtherBroker';
  }
}

/** The transactional id has a newer epoch (E3). */
export class ProducerFenced extends Error {
  readonly transactionalId: string;

  constructor(transactionalId: string, transactionTimeoutMs: number) {
    super(
      `The transactional id ${transactionalId} was taken over: another instance of this pipeline runs, or a transaction was open for longer than its ${transactionTimeoutMs} ms and Kafka ended it. This instance stops; nothing that it had not committed becomes visible.`,
    );
    this.name = 'ProducerFenced';
    this.transactionalId = transactionalId;
  }
}

/** How a transaction ended is not known or it cannot be ended from here (E5): open the writer again, which raises the epoch. */
export class WriterPoisoned extends Error {
  readonly transactionalId: string;

  constructor(transactionalId: string, cause: unknown) {
    super(
      `The transaction of ${transactionalId} cannot be ended from here: ${sentence(reasonOf(cause))} Initialise the writer again.`,
      { cause },
    );
    this.name = 'WriterPoisoned';
    this.transactionalId = transactionalId;
  }
}

/** A record is larger than the topic takes; it was not sent (KAFKA-8350). */
export class RecordTooLarge extends Error {
  readonly topic: string;
  readonly bytes: number;
  readonly limit: number;

  constructor(topic: string, bytes: number, limit: number) {
    super(
      `A record for ${topic} makes a batch of ${bytes} bytes, and the topic takes ${limit} (max.message.bytes). Make the record smaller or the limit larger.`,
    );
    this.name = 'RecordTooLarge';
    this.topic = topic;
    this.bytes = bytes;
    this.limit = limit;
  }
}

/** What went wrong, in words. An AggregateError of several addresses has none of its own. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
