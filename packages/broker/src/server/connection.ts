import type { Socket } from 'node:net';
import type { FrameChunks } from '@millrace/kafka-wire';
import { FrameReader } from './frame-reader.ts';

export type ConnectionParts = {
  readonly socket: Socket;
  readonly mostFrameBytes: number;
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
export type ConnectionPlace = { readonly host: string; readonly port: number; readonly client: string };

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

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#reader = new FrameReader(parts.mostFrameBytes);
    const { socket } = parts;
    this.#place = {
      host: socket.localAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
      port: socket.localPort ?? 0,
      client: `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? 0}`,
    };
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      this.#reader.push(chunk);
      this.#proceed();
      if (this.#reader.pendingBytes > 0) this.#parts.onData();
    });
    socket.on('drain', () => this.#proceed());
    socket.on('error', () => this.close());
    socket.on('close', () => {
      this.#isClosed = true;
      parts.onClose();
    });
  }

  /** Bytes of requests that wait. */
  get pendingBytes(): number {
    return this.#reader.pendingBytes;
  }

  get client(): string {
    return this.#place.client;
  }

  close(): void {
    this.#isClosed = true;
    this.#parts.socket.destroy();
  }

  #proceed(): void {
    try {
      while (!this.#isBusy && !this.#isClosed && !this.#parts.socket.writableNeedDrain) {
        const frame = this.#reader.next();
        if (frame === null) break;
        this.#take(frame);
      }
    } catch (error) {
      this.#parts.onHostile(this.#place.client, error instanceof Error ? error.message : String(error));
      this.close();
      return;
    }
    this.#throttle();
  }

  #take(frame: Buffer): void {
    this.#isBusy = true;
    let isInside = true;
    this.#parts.handle(frame, this.#place, (response) => {
      this.#isBusy = false;
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
