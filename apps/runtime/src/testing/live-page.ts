import { type Channel, type DownMessage, downMessageSchema } from '@millrace/live';
import WebSocket from 'ws';

/** A page on the live channel: takes every frame in, checks it, acknowledges it unless told otherwise. */
export class LivePage {
  readonly frames: DownMessage[] = [];
  readonly socket: WebSocket;
  /** Resolves with the code that ended the connection. */
  readonly closed: Promise<number>;
  readonly #waiting = new Set<() => void>();
  #acknowledges = true;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.#receive(downMessageSchema.parse(JSON.parse(String(data)))));
    this.closed = new Promise((resolve) => {
      socket.on('close', (code) => resolve(code));
    });
  }

  /** Rejects when the handshake is refused. */
  static async open(port: number, headers: Readonly<Record<string, string>>): Promise<LivePage> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, { headers });
    const page = new LivePage(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve).once('error', reject);
    });
    return page;
  }

  subscribe(subscription: number, channel: Channel): void {
    this.say({ type: 'subscribe', subscription, channel });
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Stops or begins to acknowledge; beginning acknowledges what came meanwhile. */
  acknowledge(does: boolean): void {
    this.#acknowledges = does;
    const last = this.frames.at(-1);
    if (does && last !== undefined) this.say({ type: 'ack', frame: last.frame });
  }

  /** The first frame, past or to come, that satisfies the condition. */
  async until(condition: (frame: DownMessage) => boolean): Promise<DownMessage> {
    for (;;) {
      const found = this.frames.find(condition);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  close(): void {
    this.socket.terminate();
  }

  #receive(frame: DownMessage): void {
    this.frames.push(frame);
    if (this.#acknowledges) this.say({ type: 'ack', frame: frame.frame });
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}
