import { expect, test } from 'vitest';
import { DEFAULT_LOG_CONFIG } from '../log/log-config.ts';
import { configFault, logConfigOf, TOPIC_CONFIGS } from './topic-configs.ts';

test("without values of its own a topic obeys Kafka's", () => {
  expect(logConfigOf({}, {}, DEFAULT_LOG_CONFIG.producerIdExpirationMs)).toEqual(DEFAULT_LOG_CONFIG);
});

test("its own values go before the broker's", () => {
  const found = logConfigOf({ 'retention.ms': '5' }, { 'retention.ms': '9', 'segment.bytes': '100' }, 1);
  expect(found).toMatchObject({ retentionMs: 5, segmentBytes: 100, producerIdExpirationMs: 1 });
  expect(logConfigOf({ 'cleanup.policy': ' compact , delete ' }, {}, 1).cleanupPolicy).toEqual(['delete', 'compact']);
});

test('every first value is a value', () => {
  for (const { name, initial } of TOPIC_CONFIGS.values()) expect(configFault({ [name]: initial })).toBeNull();
});

test.each([
  ['retention.ms', 'soon', /retention\.ms is a whole number, not "soon"/],
  ['retention.ms', '-2', /between -1 and/],
  ['segment.bytes', '2147483648', /between 14 and 2147483647/],
  ['cleanup.policy', 'shrink', /delete, compact or both/],
  ['cleanup.policy', '', /delete, compact or both/],
  ['min.cleanable.dirty.ratio', '1.5', /between 0 and 1/],
  ['message.timestamp.type', 'Mine', /one of CreateTime, LogAppendTime/],
  ['compression.type', 'zstd', /one of producer/],
  ['no.such', '1', /no topic config "no\.such"/],
])('%s = %s is refused', (name, value, expected) => {
  expect(configFault({ [name]: value })).toMatch(expected);
});
