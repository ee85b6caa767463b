import type { Channel, DownMessage, UpMessage } from '@millrace/live';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8_000;

/**
 * The page's side of the live channel as a value. A subscription keeps the place up to which its rows were seen, so that after a
 * new connection it goes on there (V2).
 */
export type ConnectionState = {
  readonly phase: 'closed' | 'connecting' | 'open';
  /** Tries since the connection was last open. */
  readonly tries: number;
  readonly channels: ReadonlyMap<number, Channel>;
};

export type ConnectionEvent =
  | { readonly type: 'connect' }
  | { readonly type: 'opened' }
  | { readonly type: 'received'; readonly message: DownMessage }
  | { readonly type: 'lost' }
  | { readonly type: 'subscribe'; readonly subscription: number; readonly channel: Channel }
  | { readonly type: 'unsubscribe'; readonly subscription: number };

export type ConnectionAction =
  | { readonly type: 'open' }
  | { readonly type: 'send'; readonly message: UpMessage }
  | { readonly type: 'retry'; readonly inMs: number }
  | { readonly type: 'deliver'; readonly message: DownMessage };

type Step = { readonly state: ConnectionState; readonly actions: readonly ConnectionAction[] };

export const CLOSED: ConnectionState = { phase: 'closed', tries: 0, channels: new Map() };

/** What follows an event: the next state, and what the edge is to do. */
export function stepConnection(state: ConnectionState, event: ConnectionEvent): Step {
  switch (event.type) {
    case 'connect':
      return { state: { ...state, phase: 'connecting' }, actions: [{ type: 'open' }] };
    case 'opened':
      return { state: { ...state, phase: 'open', tries: 0 }, actions: [...state.channels].map(subscribing) };
    case 'received':
      return received(state, event.message);
    case 'lost': {
      const inMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** state.tries);
      return { state: { ...state, phase: 'closed', tries: state.tries + 1 }, actions: [{ type: 'retry', inMs }] };
    }
    case 'subscribe': {
      const channels = new Map(state.channels).set(event.subscription, event.channel);
      const actions = state.phase === 'open' ? [subscribing([event.subscription, event.channel])] : [];
      return { state: { ...state, channels }, actions };
    }
    case 'unsubscribe':
      return unsubscribed(state, event.subscription);
  }
}

function subscribing([subscription, channel]: readonly [number, Channel]): ConnectionAction {
  return { type: 'send', message: { type: 'subscribe', subscription, channel } };
}

function unsubscribed(state: ConnectionState, subscription: number): Step {
  const channels = new Map(state.channels);
  channels.delete(subscription);
  const message: UpMessage = { type: 'unsubscribe', subscription };
  return { state: { ...state, channels }, actions: state.phase === 'open' ? [{ type: 'send', message }] : [] };
}

/** Every frame is acknowledged; one of a subscription that has ended is not delivered any more. */
function received(state: ConnectionState, message: DownMessage): Step {
  const ack: ConnectionAction = { type: 'send', message: { type: 'ack', frame: message.frame } };
  const known =
    !('subscription' in message) || message.subscription === null || state.channels.has(message.subscription);
  if (!known) return { state, actions: [ack] };
  return { state: { ...state, channels: seen(state.channels, message) }, actions: [{ type: 'deliver', message }, ack] };
}

function seen(channels: ReadonlyMap<number, Channel>, message: DownMessage): ReadonlyMap<number, Channel> {
  if (message.type !== 'rows') return channels;
  const channel = channels.get(message.subscription);
  if (channel === undefined || !('after' in channel)) return channels;
  const { epoch, first, values } = message.rows;
  const sequence = first + (values[0]?.length ?? 0) - 1;
  return new Map(channels).set(message.subscription, { ...channel, after: { epoch, sequence } });
}
