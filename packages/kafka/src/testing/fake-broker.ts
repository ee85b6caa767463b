import net from 'node:net';
import {
  APIS,
  type Api,
  addOffsetsToTxn,
  addPartitionsToTxn,
  apiVersions,
  decodeRequestBody,
  decodeRequestHeader,
  encodeResponse,
  endTxn,
  type Fields,
  findCoordinator,
  initProducerId,
  type MessageOf,
  metadata,
  produce,
  type SentOf,
  txnOffsetCommit,
} from '@millrace/kafka-wire';
import type { BrokerAddress } from '../errors.ts';

/** What becomes of a request: an answer, silence, or the end of its connection. */
export type Reply<Response extends Fields> = SentOf<Response> | 'silence' | 'hang up';

type Handler = { readonly api: Api; readonly reply: (body: never, nth: number) => unknown };
export type SeenRequest = { readonly api: string; readonly body: unknown };

const PRODUCER_ID = 4000n;

/**
 * A broker of a few lines on a real socket: by default it takes every transaction and forgets the records. `on` replaces the reply to
 * an API, so that a test decides which answer is lost.
 */
export class FakeBroker {
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  readonly #handlers = new Map<number, Handler>();
  readonly #nth = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  /** Every request but those by which a client gets to know the broker, in the order of their arrival. */
  readonly seen: SeenRequest[] = [];
  /** Bytes per write to the socket: small ones test how a client assembles frames. */
  chunkBytes = Number.POSITIVE_INFINITY;

  static async start(): Promise<FakeBroker> {
    const broker = new FakeBroker();
    await new Promise<void>((resolve) => broker.#server.listen(0, '127.0.0.1', resolve));
    return broker;
  }

  private constructor() {
    this.#server = net.createServer((socket) => this.#serve(socket));
    this.#defaults();
  }

  get address(): BrokerAddress {
    return { host: '127.0.0.1', port: (this.#server.address() as net.AddressInfo).port };
  }

  /** `nth`: how many requests of this API came before. */
  on<Request extends Fields, Response extends Fields>(
    api: Api<Request, Response>,
    reply: (body: MessageOf<Request>, nth: number) => Reply<Response>,
  ): void {
    this.#handlers.set(api.key, { api, reply });
  }

  /** Names of the requests so far. */
  get apis(): readonly string[] {
    return this.seen.map(({ api }) => api);
  }

  count(api: Api): number {
    return this.apis.filter((name) => name === api.name).length;
  }

  /** The bodies of the requests of one API. */
  bodies<Request extends Fields>(api: Api<Request, Fields>): readonly MessageOf<Request>[] {
    return this.seen.filter((one) => one.api === api.name).map(({ body }) => body as MessageOf<Request>);
  }

  async untilSeen(api: Api, times = 1): Promise<void> {
    while (this.count(api) < times) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.dropConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: net.Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= 4 && received.length >= 4 + received.readInt32BE(0)) {
        const end = 4 + received.readInt32BE(0);
        this.#answer(socket, received.subarray(4, end));
        received = received.subarray(end);
      }
    });
  }

  #answer(socket: net.Socket, frame: Buffer): void {
    const { header, rest } = decodeRequestHeader(frame);
    const handler = this.#handlers.get(header.apiKey);
    if (handler === undefined) throw new Error(`The test has no reply to API ${header.apiKey}.`);
    const { api } = handler;
    const body = decodeRequestBody(api, header.version, rest);
    const nth = this.#nth.get(api.name) ?? 0;
    this.#nth.set(api.name, nth + 1);
    const reply = handler.reply(body as never, nth) as Reply<Fields>;
    if (api.key !== apiVersions.key && api.key !== metadata.key) this.seen.push({ api: api.name, body });
    for (const wake of this.#waiting.splice(0)) wake();
    if (reply === 'hang up') socket.destroy();
    else if (reply !== 'silence') this.#write(socket, encodeResponse(api, header.version, header.correlationId, reply));
  }

  #write(socket: net.Socket, chunks: readonly Uint8Array[]): void {
    const bytes = Buffer.concat(chunks);
    const size = Math.min(this.chunkBytes, bytes.length);
    for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
  }

  #defaults(): void {
    this.on(apiVersions, () => ({
      errorCode: 0,
      throttleTimeMs: 0,
      apiKeys: APIS.map(({ key, versions: [minVersion, maxVersion] }) => ({ apiKey: key, minVersion, maxVersion })),
    }));
    this.on(metadata, ({ topics }) => this.cluster(namesOf(topics)));
    this.on(findCoordinator, () => ({ ...OK, errorMessage: null, nodeId: 1, ...this.address }));
    this.on(initProducerId, (_, nth) => ({ ...OK, producerId: PRODUCER_ID, producerEpoch: nth }));
    this.on(addPartitionsToTxn, ({ topics }) => ({ throttleTimeMs: 0, topics: accepted(topics) }));
    this.on(produce, ({ topics }) => producedWith(topics, 0));
    this.on(addOffsetsToTxn, () => OK);
    this.on(txnOffsetCommit, ({ topics }) => ({ throttleTimeMs: 0, topics: withErrorCodes(topics, 0) }));
    this.on(endTxn, () => OK);
  }

  /** Metadata of a cluster of one broker in which every topic has eight partitions. */
  cluster(topics: readonly string[]): SentOf<typeof metadata.response> {
    const here = [1];
    const partitions = Array.from({ length: 8 }, (_, index) => ({
      ...{
        errorCode: 0,
        index,
        leaderId: 1,
        leaderEpoch: 0,
        replicas: here,
        inSyncReplicas: here,
        offlineReplicas: [],
      },
    }));
    return {
      throttleTimeMs: 0,
      brokers: [{ nodeId: 1, ...this.address, rack: null }],
      clusterId: 'fake',
      controllerId: 1,
      topics: topics.map((name) => ({ errorCode: 0, name, isInternal: false, partitions, authorizedOperations: 0 })),
      clusterAuthorizedOperations: 0,
    };
  }
}

/** What a request for metadata names. */
export function namesOf(topics: MessageOf<typeof metadata.request>['topics']): readonly string[] {
  return (topics ?? []).map(({ name }) => name ?? '');
}

export const OK = { throttleTimeMs: 0, errorCode: 0 } as const;

export function producedWith(
  topics: MessageOf<typeof produce.request>['topics'],
  errorCode: number,
): MessageOf<typeof produce.response> {
  const rest = { baseOffset: 0, logAppendTimeMs: -1, logStartOffset: 0, recordErrors: [], errorMessage: null };
  return {
    throttleTimeMs: 0,
    topics: withErrorCodes(topics, errorCode).map(({ name, partitions }) => ({
      name,
      partitions: partitions.map((partition) => ({ ...partition, ...rest })),
    })),
  };
}

/** The same error code for every partition of a request. */
export function withErrorCodes(
  topics: readonly { readonly name: string; readonly partitions: readonly { readonly index: number }[] }[],
  errorCode: number,
): { name: string; partitions: { index: number; errorCode: number }[] }[] {
  return topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.map(({ index }) => ({ index, errorCode })),
  }));
}

function accepted(topics: readonly { readonly name: string; readonly partitions: readonly number[] }[]) {
  return withErrorCodes(
    topics.map(({ name, partitions }) => ({ name, partitions: partitions.map((index) => ({ index })) })),
    0,
  );
}
