import { expect, test } from 'vitest';
import { fieldOf, withField } from './config-path.ts';

const CONFIG = { topic: 'bids', eventTime: { column: 'at', idleTimeout: '30s' } };

test('a field is found by its path', () => {
  expect(fieldOf(CONFIG, 'eventTime.column')).toBe('at');
  expect(fieldOf(CONFIG, 'eventTime.maxOutOfOrder')).toBeUndefined();
  expect(fieldOf(null, 'a.b')).toBeUndefined();
});

test('a field keeps its place, a new one comes last', () => {
  expect(Object.entries(withField(CONFIG, 'topic', 'x'))[0]).toEqual(['topic', 'x']);
  expect(Object.keys(withField(CONFIG, 'startFrom', 'latest'))).toEqual(['topic', 'eventTime', 'startFrom']);
  expect(withField({}, 'eventTime.column', 'at')).toEqual({ eventTime: { column: 'at' } });
});

test('what is taken away leaves nothing empty behind', () => {
  const once = withField(CONFIG, 'eventTime.column', undefined);
  expect(once).toEqual({ topic: 'bids', eventTime: { idleTimeout: '30s' } });
  expect(withField(once, 'eventTime.idleTimeout', undefined)).toEqual({ topic: 'bids' });
});
