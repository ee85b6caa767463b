import net from 'node:net';
import { type Api, decodeResponse, encodeRequest, type Fields, type MessageOf, WireError } from '@millrace/kafka-wire';
import { type BrokerAddress, BrokerUnreachable, ConnectionLost, RequestTimedOut } from './errors.ts';

/** A larger answer is not one of ours: the connection is closed before memory is given to it. */
const MAX_FRAME_BYTES = 256 << 20;
const CONNECT_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** Told before a request is written and after its answer was read; a test ends the process here. */
export type RequestProbe = (moment: 'before' | 'after', api: string) => void;

export type ConnectionOptions = {
  readonly address: BrokerAddress;
  readonly clientId?: string;
  readonly requestTimeoutMs?: number;
  readonly probe?: RequestProbe | undefined;
};

type Pending = {
  readonly api: string;
  readonly timer: NodeJS.Timeout;
  resolve(frame: Buffer): void;
  reject(error: Error): void;
};

/**
 * One socket to one broker. Answers are read straight into the frame that is handed out. Any fault closes the connection and
 * rejects every request in flight: what became of them is not known.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #socket: net.Socket;
  readonly #pending = new Map<number, Pending>();
  readonly #head = Buffer.alloc(4);
  #headRead = 0;
  #frame: Buffer | null = null;
  #frameRead = 0;
  #correlationId = 0;
  #closed: Error | null = null;

  static open(options: ConnectionOptions): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(options, resolve, reject);
      connection.#socket.setTimeout(CONNECT_TIMEOUT_MS, () => connection.#close(new Error('connecting took too long')));
    });
  }

  private constructor(
    options: ConnectionOptions,
    opened: (connection: Connection) => void,
    refused: (error: Error) => void,
  ) {
    this.#options = options;
    const { host, port } = options.address;
    let connected = false;
    this.#socket = net.connect({
      host,
      port,
      noDelay: true,
      onread: { buffer: () => this.#room(), callback: (bytes) => this.#received(bytes) },
    });
    this.#socket.on('connect', () => {
      connected = true;
      this.#socket.setTimeout(0);
      opened(this);
    });
    this.#socket.on('error', (error) => {
      if (!connected) refused(new BrokerUnreachable(options.address, error));
      this.#close(error);
    });
    this.#socket.on('close', () => {
      if (!connected) refused(new BrokerUnreachable(options.address, this.#closed ?? new Error('closed at once')));
      this.#close(new Error('the broker closed it'));
    });
  }

  /** Sends a request and reads its answer. Rejects with ConnectionLost, RequestTimedOut or WireError. */
  async request<Request extends Fields, Response extends Fields>(
    api: Api<Request, Response>,
    version: number,
    body: MessageOf<Request>,
    timeoutMs = this.#options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
  ): Promise<MessageOf<Response>> {
    if (this.#closed !== null) throw new ConnectionLost(this.#options.address, this.#closed.message);
    this.#options.probe?.('before', api.name);
    const id = this.#correlationId++;
    const request = encodeRequest(api, version, id, this.#options.clientId ?? 'millrace', body);
    const frame = await new Promise<Buffer>((resolve, reject) => {
      const timer = setTimeout(
        () => this.#close(new RequestTimedOut(this.#options.address, api.name, timeoutMs)),
        timeoutMs,
      );
      this.#pending.set(id, { api: api.name, timer, resolve, reject });
      this.#socket.write(request);
    });
    this.#options.probe?.('after', api.name);
    return decodeResponse(api, version, frame);
  }

  close(): void {
    this.#close(new Error('it was closed'));
  }

  #close(reason: Error): void {
    if (this.#closed !== null) return;
    this.#closed = reason;
    this.#socket.destroy();
    const error =
      reason instanceof RequestTimedOut || reason instanceof WireError
        ? reason
        : new ConnectionLost(this.#options.address, reason.message);
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer);
      pending.reject(error);
    }
    this.#pending.clear();
  }

  #room(): Buffer {
    if (this.#frame === null) return this.#head.subarray(this.#headRead);
    return this.#frame.subarray(this.#frameRead, Math.min(this.#frame.length, this.#frameRead + (1 << 20)));
  }

  #received(bytes: number): boolean {
    if (this.#closed !== null) return false;
    if (this.#frame === null) {
      this.#headRead += bytes;
      if (this.#headRead === 4) this.#startFrame();
    } else {
      this.#frameRead += bytes;
      if (this.#frameRead === this.#frame.length) this.#endFrame(this.#frame);
    }
    return true;
  }

  #startFrame(): void {
    this.#headRead = 0;
    const length = this.#head.readInt32BE(0);
    if (length < 4 || length > MAX_FRAME_BYTES) {
      this.#close(
        new WireError(`An answer of ${length} bytes came from the broker; it speaks another protocol than Kafka's.`),
      );
      return;
    }
    this.#frame = Buffer.allocUnsafeSlow(length);
    this.#frameRead = 0;
  }

  #endFrame(frame: Buffer): void {
    this.#frame = null;
    const id = frame.readInt32BE(0);
    const pending = this.#pending.get(id);
    if (pending === undefined) {
      this.#close(new WireError(`The broker answered request ${id}, which was not sent.`));
      return;
    }
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.resolve(frame);
  }
}
