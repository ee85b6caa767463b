import { type Channel, LIVE_LIMITS, LIVE_VERSION, type UpMessage, upMessageSchema } from '@millrace/live';
import { unreachable } from '@millrace/model';
import type { Subscription } from './channel.ts';
import type { LiveHub } from './live-hub.ts';

/** The connection of a client. */
export interface LiveTransport {
  send(frame: Uint8Array): void;
  /** `code` of RFC 6455. */
  close(code: number, reason: string): void;
}

/** A policy of this service was broken (RFC 6455, 7.4.1). */
const POLICY = 1008;

type SentFrame = { readonly frame: number; readonly bytes: number };

/**
 * One page on the live channel. What is on its way and not acknowledged is bounded (V2): without room for a whole frame nothing is
 * made, gauges keep their newest value and rows wait in their ring, so that a client that stands still costs no more.
 */
export class LiveClient {
  readonly #transport: LiveTransport;
  readonly #hub: LiveHub;
  /** Served in turn: who was sent something goes to the end. */
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #sent: SentFrame[] = [];
  #frame = 0;
  #bytesInFlight = 0;
  #isClosed = false;

  /** `service` names the life of the service that answers. */
  constructor(transport: LiveTransport, hub: LiveHub, service: string) {
    this.#transport = transport;
    this.#hub = hub;
    this.#send(`"type":"hello"`, `"version":${LIVE_VERSION},"service":${JSON.stringify(service)}`);
  }

  get bytesInFlight(): number {
    return this.#bytesInFlight;
  }

  receive(text: string): void {
    if (this.#isClosed) return;
    const message = upMessageSchema.safeParse(jsonOf(text));
    if (message.success) this.#handle(message.data);
    else
      this.#refuse(
        null,
        'This is no message of the live channel. Reload the page, or use the version that hello names.',
      );
  }

  close(): void {
    this.#isClosed = true;
    for (const { unsubscribe } of this.#subscriptions.values()) unsubscribe();
    this.#subscriptions.clear();
  }

  #handle(message: UpMessage): void {
    switch (message.type) {
      case 'subscribe':
        this.#subscribe(message.subscription, message.channel);
        break;
      case 'unsubscribe':
        this.#subscriptions.get(message.subscription)?.unsubscribe();
        this.#subscriptions.delete(message.subscription);
        break;
      case 'ack':
        this.#acknowledge(message.frame);
        break;
      default:
        unreachable(message);
    }
  }

  #subscribe(number: number, channel: Channel): void {
    const fault = this.#faultOf(number, channel);
    if (fault !== null) {
      this.#refuse(number, fault);
      return;
    }
    this.#subscriptions.set(
      number,
      this.#hub.subscribe(channel, () => this.#pump()),
    );
    this.#pump();
  }

  #faultOf(number: number, channel: Channel): string | null {
    if (this.#subscriptions.has(number)) return `The subscription ${number} is taken. Use another number.`;
    if (this.#subscriptions.size >= LIVE_LIMITS.subscriptionsPerClient) {
      return `A connection has at most ${LIVE_LIMITS.subscriptionsPerClient} subscriptions. End one of them first.`;
    }
    if (channel.kind !== 'service' && !this.#hub.has(channel.pipeline)) {
      return `There is no pipeline ${channel.pipeline}. The channel service lists those that are there.`;
    }
    return null;
  }

  #acknowledge(frame: number): void {
    if (frame > this.#frame) {
      this.#transport.close(POLICY, `frame ${frame} was not sent`);
      return;
    }
    while (this.#sent[0] !== undefined && this.#sent[0].frame <= frame) {
      this.#bytesInFlight -= this.#sent.shift()?.bytes ?? 0;
    }
    this.#pump();
  }

  #refuse(subscription: number | null, message: string): void {
    if (!this.#hasRoom()) {
      this.#transport.close(POLICY, 'refusals are not acknowledged');
      return;
    }
    this.#send(`"type":"refused"`, `"subscription":${subscription},"message":${JSON.stringify(message)}`);
  }

  /** Sends one frame of each subscription in turn until all have been seen or there is no room. */
  #pump(): void {
    if (this.#isClosed) return;
    let quiet = 0;
    while (quiet < this.#subscriptions.size && this.#hasRoom()) {
      const [number, subscription] = this.#subscriptions.entries().next().value as [number, Subscription];
      const members = subscription.feed.next();
      this.#subscriptions.delete(number);
      this.#subscriptions.set(number, subscription);
      quiet = members === null ? quiet + 1 : 0;
      if (members !== null) this.#send(`"type":"${subscription.feed.type}"`, `"subscription":${number},${members}`);
    }
  }

  #hasRoom(): boolean {
    return this.#bytesInFlight + LIVE_LIMITS.frameBytes <= LIVE_LIMITS.bytesInFlight;
  }

  #send(type: string, members: string): void {
    this.#frame += 1;
    const bytes = Buffer.from(`{${type},"frame":${this.#frame},${members}}`);
    this.#sent.push({ frame: this.#frame, bytes: bytes.length });
    this.#bytesInFlight += bytes.length;
    this.#transport.send(bytes);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
