import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { downMessageSchema, LIVE_VERSION, upMessageSchema } from './index.ts';

const kept = new URL('./protocol.json', import.meta.url);

function present(): string {
  const messages = { up: z.toJSONSchema(upMessageSchema), down: z.toJSONSchema(downMessageSchema) };
  return `${JSON.stringify({ version: LIVE_VERSION, ...messages }, null, 2)}\n`;
}

/** With MILLRACE_KEEP_PROTOCOL=1 the present messages become those of the version, after it was raised. */
test('messages change only with the version', () => {
  if (process.env['MILLRACE_KEEP_PROTOCOL'] === '1') writeFileSync(kept, present());
  expect(JSON.parse(present())).toEqual(JSON.parse(readFileSync(kept, 'utf8')));
});

test.each([
  ['an unknown type', { type: 'steal' }],
  ['an unknown field', { type: 'ack', frame: 1, more: 1 }],
  ['a subscription that is no number', { type: 'unsubscribe', subscription: '1' }],
  ['half a channel', { type: 'subscribe', subscription: 1, channel: { kind: 'gauges' } }],
])('%s is refused', (_, message) => {
  expect(upMessageSchema.safeParse(message).success).toBe(false);
});
