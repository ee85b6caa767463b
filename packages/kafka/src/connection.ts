import net from 'node:net';
import {
  type Api,
  apiVersions,
  decodeResponse,
  encodeRequest,
  type Fields,
  type MessageOf,
  type SentOf,
  WireError,
} from '@millrace/kafka-wire';
import { type BrokerAddress, BrokerUnreachable, ConnectionLost, RequestTimedOut, UnsupportedBroker } from './errors.ts';
import { FrameReader } from './frame-reader.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const API_VERSIONS_VERSION = 2;

/** Told before a request is written and after its answer was read; a crash test ends the process here. */
export type RequestProbe = (moment: 'before' | 'after', api: string) => void;

export type ConnectionOptions = {
  readonly address: BrokerAddress;
  readonly clientId?: string;
  readonly requestTimeoutMs?: number;
  readonly probe?: RequestProbe | undefined;
};

type Pending = {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (frame: Buffer) => void;
  readonly reject: (error: Error) => void;
};
type VersionRange = { readonly minVersion: number; readonly maxVersion: number };

/**
 * One socket to one broker; requests may be in flight together, Kafka answers them in order. Answers are read straight into the
 * frame that is handed out. Any fault (time-out, lost socket, bytes that are not the protocol's) closes the connection and rejects
 * every request in flight: what became of them is not known.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #socket: net.Socket;
  readonly #pending = new Map<number, Pending>();
  #versions: ReadonlyMap<number, VersionRange> = new Map();
  #correlationId = 0;
  #closed: Error | null = null;

  /** Connects and asks for the versions that the broker takes. Rejects with BrokerUnreachable. */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(options, await connect(options.address));
    try {
      await connection.#learnVersions();
      return connection;
    } catch (error) {
      connection.close();
      throw new BrokerUnreachable(options.address, error);
    }
  }

  private constructor(options: ConnectionOptions, { socket, frames }: Connected) {
    this.#options = options;
    this.#socket = socket;
    frames.onFrame = (frame) => this.#answered(frame);
    frames.onFault = (error) => this.#close(error);
    socket.on('error', (error) => this.#close(error));
    socket.on('close', () => this.#close(new Error('the broker closed it')));
  }

  /** False from the first fault on. Kafka closes a connection that was quiet for ten minutes. */
  get isOpen(): boolean {
    return this.#closed === null;
  }

  get address(): BrokerAddress {
    return this.#options.address;
  }

  /**
   * Sends a request and reads its answer. Rejects with ConnectionLost, RequestTimedOut, WireError or UnsupportedBroker; error codes
   * inside the answer are the caller's.
   */
  async request<Request extends Fields, Response extends Fields>(
    api: Api<Request, Response>,
    version: number,
    body: SentOf<Request>,
    timeoutMs = this.#options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
  ): Promise<MessageOf<Response>> {
    if (this.#closed !== null) throw this.#faultOf(this.#closed);
    this.#checkVersion(api, version);
    this.#options.probe?.('before', api.name);
    const frame = await this.#send(api, version, body, timeoutMs);
    this.#options.probe?.('after', api.name);
    try {
      return decodeResponse(api, version, frame);
    } catch (error) {
      this.#close(error as Error);
      throw error;
    }
  }

  close(): void {
    this.#close(new Error('this side closed it'));
  }

  #send<Request extends Fields>(
    api: Api<Request, Fields>,
    version: number,
    body: SentOf<Request>,
    timeoutMs: number,
  ): Promise<Buffer> {
    const id = this.#correlationId++;
    const chunks = encodeRequest(api, version, id, this.#options.clientId ?? 'millrace', body);
    return new Promise((resolve, reject) => {
      const overdue = () => this.#close(new RequestTimedOut(this.address, api.name, timeoutMs));
      this.#pending.set(id, { timer: setTimeout(overdue, timeoutMs), resolve, reject });
      this.#socket.cork();
      for (const chunk of chunks) this.#socket.write(chunk);
      this.#socket.uncork();
    });
  }

  async #learnVersions(): Promise<void> {
    const version = API_VERSIONS_VERSION;
    this.#versions = new Map([[apiVersions.key, { minVersion: version, maxVersion: version }]]);
    const answer = await this.request(apiVersions, version, {}, CONNECT_TIMEOUT_MS);
    this.#versions = new Map(answer.apiKeys.map((range) => [range.apiKey, range]));
  }

  #checkVersion(api: Api, version: number): void {
    const range = this.#versions.get(api.key);
    if (range !== undefined && version >= range.minVersion && version <= range.maxVersion) return;
    const taken = range === undefined ? 'it does not know it' : `it takes ${range.minVersion} to ${range.maxVersion}`;
    throw new UnsupportedBroker(this.address, api.name, version, taken);
  }

  #answered(frame: Buffer): void {
    const id = frame.readInt32BE(0);
    const pending = this.#pending.get(id);
    if (pending === undefined) {
      this.#close(new WireError(`The broker answered request ${id}, which is not waiting.`));
      return;
    }
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.resolve(frame);
  }

  #close(reason: Error): void {
    if (this.#closed !== null) return;
    this.#closed = reason;
    this.#socket.destroy();
    const error = this.#faultOf(reason);
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer);
      pending.reject(error);
    }
  }

  #faultOf(reason: Error): Error {
    const isTyped = reason instanceof RequestTimedOut || reason instanceof WireError;
    return isTyped ? reason : new ConnectionLost(this.address, reason);
  }
}

type Connected = { readonly socket: net.Socket; readonly frames: FrameReader };

function connect(address: BrokerAddress): Promise<Connected> {
  const frames = new FrameReader();
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) => {
      socket.destroy();
      reject(new BrokerUnreachable(address, cause));
    };
    const socket = net.connect({
      ...address,
      noDelay: true,
      timeout: CONNECT_TIMEOUT_MS,
      onread: { buffer: () => frames.room(), callback: (bytes) => frames.received(bytes) },
    });
    socket.once('error', refuse);
    socket.once('timeout', () => refuse(new Error(`no answer within ${CONNECT_TIMEOUT_MS} ms`)));
    socket.once('connect', () => {
      socket.removeListener('error', refuse);
      socket.setTimeout(0);
      resolve({ socket, frames });
    });
  });
}
