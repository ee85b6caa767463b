import { ERRORS } from '@millrace/kafka-wire';
import { expect, test } from 'vitest';
import { type ConfigChange, changedConfigs } from './alter-configs.ts';

const set = (name: string, value: string | null): ConfigChange => ({ name, operation: 'set', value });

test('configs are set and taken back, and the others stay', () => {
  const own = { 'retention.ms': '1', 'segment.ms': '2' };
  expect(
    changedConfigs(own, {}, [set('retention.ms', '5'), { name: 'segment.ms', operation: 'delete', value: null }]),
  ).toEqual({
    configs: { 'retention.ms': '5' },
  });
});

test.each([
  ['append', 'compact', 'delete,compact'],
  ['append', 'delete', 'delete'],
  ['subtract', 'delete', ''],
] as const)("%s of %s goes from the broker's own list", (operation, value, expected) => {
  const change = [{ name: 'cleanup.policy', operation, value }];
  expect(changedConfigs({}, { 'cleanup.policy': 'delete' }, change)).toEqual({
    configs: { 'cleanup.policy': expected },
  });
});

test.each<readonly [string, readonly ConfigChange[], keyof typeof ERRORS]>([
  ['the same config twice', [set('segment.ms', '1'), set('segment.ms', '2')], 'INVALID_REQUEST'],
  ['no value', [set('segment.ms', null)], 'INVALID_CONFIG'],
  ['an addition to a number', [{ name: 'segment.ms', operation: 'append', value: '1' }], 'INVALID_CONFIG'],
])('%s is refused', (_, changes, error) => {
  expect(changedConfigs({}, {}, changes)).toMatchObject({ code: ERRORS[error] });
});
