import { createServer, type Server, type Socket } from 'node:net';
import type { FrameChunks } from '@millrace/kafka-wire';
import { errorText } from '../handlers/error-text.ts';
import { Connection, type ConnectionPlace } from './connection.ts';

export type SocketServerParts = {
  readonly mostFrameBytes: number;
  /** Bytes of requests of all clients together that wait. */
  readonly mostPendingBytes: number;
  readonly mostConnections: number;
  /** Of a connection without a request under way. */
  readonly idleMs: number;
  readonly handle: (frame: Buffer, place: ConnectionPlace, answer: (response: FrameChunks | null) => void) => void;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
};

/** A client and its connections on this machine alone. */
const HOST = '127.0.0.1';

/** Listens for clients. A client that sends what is no request, or too much, loses its own connection and harms no other. */
export class SocketServer {
  readonly #parts: SocketServerParts;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();

  constructor(parts: SocketServerParts) {
    this.#parts = parts;
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.maxConnections = parts.mostConnections;
    this.#server.on('drop', (data) => {
      const message = `A connection from ${data?.remoteAddress ?? '?'}:${data?.remotePort ?? '?'} was refused: there are ${parts.mostConnections} already (max.connections).`;
      parts.log('warn', message);
    });
  }

  /** Listens on 127.0.0.1; 0 is any free port. Gives the port. Throws the system's error where it is taken. */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host: HOST, port }, () => {
        this.#server.off('error', reject);
        const address = this.#server.address();
        resolve(address !== null && typeof address === 'object' ? address.port : port);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.dropClients();
    });
  }

  dropClients(): void {
    for (const connection of this.#connections) connection.close();
  }

  #accept(socket: Socket): void {
    const { mostFrameBytes, idleMs, handle, log } = this.#parts;
    const connection = new Connection({
      socket,
      mostFrameBytes,
      idleMs,
      handle,
      onData: () => this.#bound(),
      onHostile: (client, reason) => log('warn', `The connection of ${client} was closed: ${errorText(reason)}`),
      onClose: () => this.#connections.delete(connection),
    });
    this.#connections.add(connection);
  }

  /** Where all clients together hold more than they may, the one that holds most loses its connection. */
  #bound(): void {
    let bytes = 0;
    let greediest: Connection | null = null;
    for (const connection of this.#connections) {
      bytes += connection.pendingBytes;
      if (greediest === null || connection.pendingBytes > greediest.pendingBytes) greediest = connection;
    }
    const { mostPendingBytes } = this.#parts;
    if (bytes <= mostPendingBytes) return;
    greediest?.expel(
      `requests of ${bytes} bytes wait, ${mostPendingBytes} are allowed (queued.max.request.bytes); its own are the most.`,
    );
  }
}
