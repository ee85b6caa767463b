import { type Channel, type DownMessage, downMessageSchema, LIVE_VERSION } from '@millrace/live';
import {
  CLOSED,
  type ConnectionAction,
  type ConnectionEvent,
  type ConnectionState,
  stepConnection,
} from './connection-state.ts';

type Listener = (message: DownMessage) => void;
export type LinkState = { readonly open: boolean; readonly lostAtMs: number | null; readonly retryAtMs: number | null };

/** The one connection of the page to its service: the state machine with a WebSocket and a clock at its edge. */
export class LiveClient {
  readonly #url: string;
  readonly #onLink: (link: LinkState) => void;
  readonly #listeners = new Map<number, Listener>();
  #state: ConnectionState = CLOSED;
  #socket: WebSocket | null = null;
  #timer: number | undefined;
  #next = 1;
  #lostAtMs: number | null = null;

  constructor(url: string, onLink: (link: LinkState) => void) {
    this.#url = url;
    this.#onLink = onLink;
  }

  connect(): void {
    window.clearTimeout(this.#timer);
    if (this.#state.phase === 'closed') this.#handle({ type: 'connect' });
  }

  /** Listens to a channel until the function that is given back is called. */
  subscribe(channel: Channel, listener: Listener): () => void {
    const subscription = this.#next++;
    this.#listeners.set(subscription, listener);
    this.#handle({ type: 'subscribe', subscription, channel });
    return () => {
      this.#listeners.delete(subscription);
      this.#handle({ type: 'unsubscribe', subscription });
    };
  }

  #handle(event: ConnectionEvent): void {
    const { state, actions } = stepConnection(this.#state, event);
    this.#state = state;
    for (const action of actions) this.#act(action);
  }

  #act(action: ConnectionAction): void {
    switch (action.type) {
      case 'open':
        this.#open();
        break;
      case 'send':
        this.#socket?.send(JSON.stringify(action.message));
        break;
      case 'deliver':
        this.#deliver(action.message);
        break;
      case 'retry': {
        this.#lostAtMs ??= Date.now();
        this.#onLink({ open: false, lostAtMs: this.#lostAtMs, retryAtMs: Date.now() + action.inMs });
        this.#timer = window.setTimeout(() => this.connect(), action.inMs);
      }
    }
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#lostAtMs = null;
      this.#onLink({ open: true, lostAtMs: null, retryAtMs: null });
      this.#handle({ type: 'opened' });
    });
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => this.#handle({ type: 'lost' }));
  }

  #receive(text: string): void {
    const message = downMessageSchema.parse(JSON.parse(text));
    // A service of another version serves another page.
    if (message.type === 'hello' && message.version !== LIVE_VERSION) window.location.reload();
    this.#handle({ type: 'received', message });
  }

  #deliver(message: DownMessage): void {
    if (message.type === 'hello' || message.subscription === null) return;
    this.#listeners.get(message.subscription)?.(message);
  }
}
