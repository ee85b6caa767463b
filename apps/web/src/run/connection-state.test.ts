import type { Channel, DownMessage } from '@millrace/live';
import { expect, test } from 'vitest';
import { CLOSED, type ConnectionAction, type ConnectionEvent, stepConnection } from './connection-state.ts';

const GAUGES: Channel = { kind: 'gauges', pipeline: 'orders' };
const ROWS: Channel = { kind: 'rows', pipeline: 'orders', node: 'seen', after: null };

function run(events: readonly ConnectionEvent[]) {
  let state = CLOSED;
  const actions: ConnectionAction[][] = [];
  for (const event of events) {
    const step = stepConnection(state, event);
    state = step.state;
    actions.push([...step.actions]);
  }
  return { state, actions, last: actions.at(-1) ?? [] };
}

const rows = (frame: number, first: number, count: number): ConnectionEvent => ({
  type: 'received',
  message: {
    type: 'rows',
    frame,
    subscription: 2,
    rows: {
      epoch: 'e',
      first,
      skipped: 0,
      columns: [{ name: 'a', type: 'INT' }],
      values: [new Array<number>(count).fill(1)],
    },
  },
});

const OPEN: readonly ConnectionEvent[] = [{ type: 'connect' }, { type: 'opened' }];

test('what was asked for before the connection is open is sent when it is', () => {
  const { last } = run([
    { type: 'connect' },
    { type: 'subscribe', subscription: 1, channel: GAUGES },
    { type: 'opened' },
  ]);
  expect(last).toEqual([{ type: 'send', message: { type: 'subscribe', subscription: 1, channel: GAUGES } }]);
});

test('after a lost connection rows go on behind the last that was seen', () => {
  const { last } = run([
    ...OPEN,
    { type: 'subscribe', subscription: 2, channel: ROWS },
    rows(1, 7, 3),
    { type: 'lost' },
    ...OPEN,
  ]);
  const channel = { ...ROWS, after: { epoch: 'e', sequence: 9 } };
  expect(last).toEqual([{ type: 'send', message: { type: 'subscribe', subscription: 2, channel } }]);
});

test('every frame is acknowledged, one of a subscription that has ended is not delivered', () => {
  const { actions } = run([
    ...OPEN,
    { type: 'subscribe', subscription: 2, channel: ROWS },
    rows(4, 0, 1),
    { type: 'unsubscribe', subscription: 2 },
    rows(5, 1, 1),
  ]);
  expect(actions[3]?.map(({ type }) => type)).toEqual(['deliver', 'send']);
  expect(actions[5]).toEqual([{ type: 'send', message: { type: 'ack', frame: 5 } }]);
});

test('a service that stays away is tried less and less often, and at once again after it was there', () => {
  const waits = (events: readonly ConnectionEvent[]) =>
    run(events)
      .actions.flat()
      .flatMap((action) => (action.type === 'retry' ? [action.inMs] : []));
  const lost: ConnectionEvent = { type: 'lost' };
  expect(waits(Array.from({ length: 6 }, () => lost))).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  expect(waits([lost, lost, ...OPEN, lost])).toEqual([500, 1_000, 500]);
});

test('a refusal reaches the page', () => {
  const message: DownMessage = { type: 'refused', frame: 2, subscription: null, message: 'There is no such pipeline.' };
  expect(run([...OPEN, { type: 'received', message }]).last[0]).toEqual({ type: 'deliver', message });
});
