import type { Socket } from 'node:net';
import type { FrameChunks } from '@millrace/kafka-wire';
import { FrameReader } from './frame-reader.ts';

export type ConnectionParts = {
  readonly socket: Socket;
  readonly mostFrameBytes: number;
  /** The client is sent away when nothing came or went for so long and no request is under way. */
  readonly idleMs: number;
  /**
   * Takes a request's frame. `answer` is to be called once: with the response, with null where the client expects none. Throws for
   * a frame that is no request.
   */
  readonly handle: (frame: Buffer, connection: ConnectionPlace, answer: (response: FrameChunks | null) => void) => void;
  /** Bytes have come that belong to no whole request yet. */
  readonly onData: () => void;
  /** The connection was closed for what its client sent. */
  readonly onHostile: (client: string, reason: string) => void;
  readonly onClose: () => void;
};

/** The ends of a connection: where the client reached the broker, and where it comes from. */
export type ConnectionPlace = {
  readonly host: string;
  readonly port: number;
  readonly client: string;
  /** Calls `act` when the connection ends before the request under way is answered. */
  readonly whenGone: (act: () => void) => void;
};

/**
 * One client. Requests are taken one after the other, the next when the last is answered, so that answers keep their order (as the
 * protocol wants) and a client that does not read holds no more than one answer in memory.
 */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #reader: FrameReader;
  readonly #place: ConnectionPlace;
  #isBusy = false;
  #isClosed = false;
  #onGone: (() => void) | null = null;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#reader = new FrameReader(parts.mostFrameBytes);
    const { socket } = parts;
    this.#place = {
      host: socket.localAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
      port: socket.localPort ?? 0,
      client: `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? 0}`,
      whenGone: (act) => {
        this.#onGone = act;
      },
    };
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      this.#reader.push(chunk);
      this.#proceed();
      if (this.pendingBytes > 0) this.#parts.onData();
    });
    socket.on('drain', () => this.#proceed());
    socket.on('error', () => this.close());
    socket.setTimeout(parts.idleMs, () => this.#endIdle());
    socket.on('close', () => {
      this.#isClosed = true;
      this.#onGone?.();
      parts.onClose();
    });
  }

  /** Bytes of requests that wait; none from when it was closed on. */
  get pendingBytes(): number {
    return this.#isClosed ? 0 : this.#reader.pendingBytes;
  }

  get client(): string {
    return this.#place.client;
  }

  close(): void {
    this.#isClosed = true;
    this.#parts.socket.destroy();
  }

  /** Closes for what the client did. */
  expel(reason: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#parts.onHostile(this.#place.client, reason);
  }

  /** As with Kafka's broker silence alone is no fault; silence in the middle of a request or of an answer is. */
  #endIdle(): void {
    const { socket, idleMs } = this.#parts;
    const isMidway = this.pendingBytes > 0 || socket.writableLength > 0;
    if (this.#isBusy && socket.writableLength === 0) return;
    if (isMidway)
      this.expel(`nothing came or went for ${idleMs} ms in the middle of a message (connections.max.idle.ms).`);
    else this.close();
  }

  #proceed(): void {
    try {
      while (!this.#isBusy && !this.#isClosed && !this.#parts.socket.writableNeedDrain) {
        const frame = this.#reader.next();
        if (frame === null) break;
        this.#take(frame);
      }
    } catch (error) {
      this.expel(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#throttle();
  }

  #take(frame: Buffer): void {
    this.#isBusy = true;
    let isInside = true;
    this.#parts.handle(frame, this.#place, (response) => {
      this.#isBusy = false;
      this.#onGone = null;
      if (this.#isClosed) return;
      if (response !== null) this.#write(response);
      // Whoever answers is in the middle of something: the next request is taken when that has ended.
      if (!isInside) queueMicrotask(() => this.#proceed());
    });
    isInside = false;
  }

  #write(response: FrameChunks): void {
    const { socket } = this.#parts;
    socket.cork();
    for (const chunk of response) socket.write(chunk);
    socket.uncork();
  }

  /** While a request is on its way the client's next ones wait in the system's buffers. */
  #throttle(): void {
    const { socket } = this.#parts;
    const isFull = (this.#isBusy || socket.writableNeedDrain) && this.#reader.pendingBytes > 0;
    if (isFull && !socket.isPaused()) socket.pause();
    else if (!isFull && socket.isPaused()) socket.resume();
  }
}
