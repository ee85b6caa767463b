import { expect, test } from 'vitest';
import { brokerSettings, describedSettings, SettingsError } from './broker-settings.ts';

test("without settings the broker has Kafka's", () => {
  expect(brokerSettings({})).toMatchObject({ autoCreateTopics: true, defaultPartitions: 1, topicDefaults: {} });
  expect(describedSettings({})).toMatchObject({ 'log.segment.bytes': '1073741824', 'num.partitions': '1' });
});

test('settings of logs are the values of topics that have none of their own', () => {
  const settings = brokerSettings({
    'log.retention.ms': '5',
    'num.partitions': '4',
    'auto.create.topics.enable': 'false',
  });
  expect(settings).toMatchObject({
    autoCreateTopics: false,
    defaultPartitions: 4,
    topicDefaults: { 'retention.ms': '5' },
  });
});

test.each([
  ['no.such', '1', /no broker setting no\.such/],
  ['num.partitions', '0', /between 1 and/],
  ['num.partitions', 'four', /whole number/],
  ['auto.create.topics.enable', 'perhaps', /true or false/],
  ['log.retention.ms', 'soon', /retention\.ms is a whole number/],
])('%s = %s is refused', (name, value, expected) => {
  expect(() => brokerSettings({ [name]: value })).toThrow(SettingsError);
  expect(() => brokerSettings({ [name]: value })).toThrow(expected);
});
