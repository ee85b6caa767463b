import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIVE_LIMITS } from '@millrace/live';
import { type WebSocket, WebSocketServer } from 'ws';
import { type AccessPolicy, judgeAccess } from '../http/access.ts';
import { factsOf, logRefusal } from '../http/guard.ts';
import type { Log } from '../log/log.ts';
import { LiveClient } from './live-client.ts';
import type { LiveHub } from './live-hub.ts';

const PATH = '/api/live';
/** A page opens one connection; more than this many are refused. */
const MAX_CLIENTS = 100;
/** How often a client is asked whether it is there; one that does not answer until the next time is let go. */
const PING_MS = 10_000;
/** How long the service waits for a client's goodbye, milliseconds. */
const GOODBYE_MS = 500;
/** The service ends (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;

export type LiveServerParts = {
  readonly hub: LiveHub;
  readonly policy: AccessPolicy;
  /** Names the life of the service. */
  readonly service: string;
  readonly log: Log;
};

type Connection = { readonly socket: WebSocket; readonly client: LiveClient; isAlive: boolean };

/** The WebSocket half of the service: handshakes by V3, one {@link LiveClient} each. */
export class LiveServer {
  readonly #parts: LiveServerParts;
  readonly #connections = new Set<Connection>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIVE_LIMITS.frameBytes,
    perMessageDeflate: false,
  });
  readonly #pings = setInterval(() => this.#ping(), PING_MS);

  constructor(server: Server, parts: LiveServerParts) {
    this.#parts = parts;
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  get clients(): number {
    return this.#connections.size;
  }

  /** Of all clients: sent, and not acknowledged. */
  get bytesInFlight(): number {
    return [...this.#connections].reduce((sum, { client }) => sum + client.bytesInFlight, 0);
  }

  /** What the sockets themselves hold back because nobody reads, bytes. */
  get bytesBuffered(): number {
    return [...this.#connections].reduce((sum, { socket }) => sum + socket.bufferedAmount, 0);
  }

  close(): void {
    clearInterval(this.#pings);
    for (const { socket } of this.#connections) {
      socket.close(GOING_AWAY, 'the service ends');
      // A peer that does not answer would keep the service from its end.
      setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
    }
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const verdict = judgeAccess(factsOf(request, true), this.#parts.policy);
    if (verdict.kind !== 'allowed') {
      logRefusal(this.#parts.log, verdict, request);
      refuse(socket, verdict.kind === 'forbidden' ? 403 : 401);
    } else if (request.url?.split('?', 1)[0] !== PATH) refuse(socket, 404);
    else if (this.#connections.size >= MAX_CLIENTS) refuse(socket, 503);
    else this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#connect(webSocket));
  }

  #connect(socket: WebSocket): void {
    const transport = {
      send: (frame: Uint8Array) => socket.send(frame, { binary: false }),
      close: (code: number, reason: string) => socket.close(code, reason),
    };
    const client = new LiveClient(transport, this.#parts.hub, this.#parts.service);
    const connection: Connection = { socket, client, isAlive: true };
    this.#connections.add(connection);
    socket.on('message', (data, isBinary) => {
      if (isBinary) socket.close(1003, 'messages are text');
      else client.receive(String(data));
    });
    socket.on('pong', () => {
      connection.isAlive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.#connections.delete(connection);
      client.close();
    });
  }

  #ping(): void {
    for (const connection of this.#connections) {
      if (!connection.isAlive) connection.socket.terminate();
      connection.isAlive = false;
      connection.socket.ping();
    }
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
