import { connect, type Socket } from 'node:net';
import {
  type Api,
  decodeResponse,
  encodeRequest,
  type Fields,
  type FrameChunks,
  type MessageOf,
  type SentOf,
} from '@millrace/kafka-wire';

const PREFIX_BYTES = 4;

/** A connection that sends whatever bytes it is told to, and takes answers frame by frame. */
export class RawClient {
  readonly socket: Socket;
  /** As the broker names it. */
  readonly place: string;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
  /** Put together only when a frame is whole. */
  #chunks: Buffer[] = [];
  #heldBytes = 0;
  #receivedBytes = 0;
  #isClosed = false;
  #wake: (() => void) | null = null;
  #correlationId = 0;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.place = `${socket.localAddress}:${socket.localPort}`;
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.#chunks.push(chunk);
      this.#heldBytes += chunk.length;
      this.#receivedBytes += chunk.length;
      this.#wake?.();
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#isClosed = true;
        this.#wake?.();
        resolve();
      });
    });
  }

  static open(port: number): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new RawClient(socket)));
    });
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** The next answer without its length; null where the connection ended before it was whole. One caller at a time. */
  async frame(): Promise<Buffer | null> {
    for (;;) {
      const frame = this.#wholeFrame();
      if (frame !== null) return frame;
      if (this.#isClosed) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #wholeFrame(): Buffer | null {
    if (this.#heldBytes < PREFIX_BYTES) return null;
    if ((this.#chunks[0]?.length ?? 0) < PREFIX_BYTES) this.#chunks = [Buffer.concat(this.#chunks)];
    const end = PREFIX_BYTES + (this.#chunks[0] as Buffer).readInt32BE(0);
    if (this.#heldBytes < end) return null;
    const held = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = held.length > end ? [held.subarray(end)] : [];
    this.#heldBytes -= end;
    return held.subarray(PREFIX_BYTES, end);
  }

  /** Throws where the broker closes the connection instead of answering. */
  async ask<Request extends Fields, Response extends Fields>(
    api: Api<Request, Response>,
    body: SentOf<Request>,
    version = api.versions[1],
  ): Promise<MessageOf<Response>> {
    this.#correlationId += 1;
    this.send(requestBytes(api, body, version, this.#correlationId));
    const frame = await this.frame();
    if (frame === null) throw new Error(`The connection was closed in place of an answer to ${api.name}.`);
    return decodeResponse(api, version, frame);
  }

  end(): Promise<void> {
    this.socket.destroy();
    return this.closed;
  }
}

/** A whole request with its length. */
export function requestBytes<Request extends Fields>(
  api: Api<Request, Fields>,
  body: SentOf<Request>,
  version = api.versions[1],
  correlationId = 1,
): Buffer {
  const chunks: FrameChunks = encodeRequest(api, version, correlationId, 'raw', body);
  return Buffer.concat(chunks);
}

/** A payload behind the length that it has, or says that it has. */
export function framed(payload: Uint8Array, length = payload.length): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeInt32BE(length);
  return Buffer.concat([prefix, payload]);
}
