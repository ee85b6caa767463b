import { errorName } from '@millrace/kafka-wire';

/** Where a broker listens. */
export type BrokerAddress = { readonly host: string; readonly port: number };

/** No connection could be made. */
export class BrokerUnreachable extends Error {
  constructor({ host, port }: BrokerAddress, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`There is no Kafka at ${host}:${port} (${reason}). Start it, or set KAFKA_BROKERS to where it listens.`, {
      cause,
    });
    this.name = 'BrokerUnreachable';
  }
}

/** The connection ended with requests in flight, or before one could be sent. */
export class ConnectionLost extends Error {
  constructor({ host, port }: BrokerAddress, reason: string) {
    super(`The connection to Kafka at ${host}:${port} was lost: ${reason}.`);
    this.name = 'ConnectionLost';
  }
}

/** A request was not answered in time; the connection was closed, since its answer may still come. */
export class RequestTimedOut extends Error {
  constructor({ host, port }: BrokerAddress, api: string, ms: number) {
    super(`Kafka at ${host}:${port} did not answer ${api} within ${ms} ms.`);
    this.name = 'RequestTimedOut';
  }
}

/** The broker refused a request. */
export class KafkaError extends Error {
  readonly code: number;
  readonly api: string;
  constructor(api: string, code: number, place = '') {
    super(`Kafka answered ${api}${place === '' ? '' : ` for ${place}`} with ${errorName(code)} (${code}).`);
    this.name = 'KafkaError';
    this.code = code;
    this.api = api;
  }
}

/** A newer instance has the transactional id (E3). */
export class ProducerFenced extends Error {
  constructor(transactionalId: string) {
    super(
      `Another instance has taken over the transactional id ${transactionalId}: the same pipeline was started elsewhere. This instance stops; nothing it had not committed becomes visible.`,
    );
    this.name = 'ProducerFenced';
  }
}

/** An answer to Produce or EndTxn is missing, so the transaction's end is not known: initialise again (E5). */
export class WriterPoisoned extends Error {
  constructor(transactionalId: string, cause: unknown) {
    super(
      `How the transaction of ${transactionalId} ended is not known: ${cause instanceof Error ? cause.message : String(cause)} The writer must be initialised again.`,
      { cause },
    );
    this.name = 'WriterPoisoned';
  }
}

/** A record is larger than the topic takes; it was not sent. */
export class RecordTooLarge extends Error {
  constructor(topic: string, bytes: number, limit: number) {
    super(
      `A record for ${topic} has ${bytes} bytes, the topic takes ${limit} (max.message.bytes). Make the record smaller or the limit larger.`,
    );
    this.name = 'RecordTooLarge';
  }
}

/** A position that the log does not have (any more). */
export class OffsetOutOfRange extends Error {
  constructor(topic: string, partition: number, offset: number, bounds: string) {
    super(
      `${topic}[${partition}] has no offset ${offset}: ${bounds}. Records were deleted or the topic was made anew; reset the pipeline's positions.`,
    );
    this.name = 'OffsetOutOfRange';
  }
}
