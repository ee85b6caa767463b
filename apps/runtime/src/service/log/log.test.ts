import { expect, test } from 'vitest';
import { makeLog } from './log.ts';
import { makeRedact, secretsOf } from './redactor.ts';

test('an event is one line of JSON with its time', () => {
  const lines: string[] = [];
  makeLog(
    (line) => lines.push(line),
    makeRedact([]),
    () => 0,
  )('info', 'pipeline started', { pipeline: 'a\nb' });
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"pipeline started","pipeline":"a\\nb"}\n',
  ]);
});

test('secrets are taken out by value, also where JSON writes them otherwise and where one holds another', () => {
  const lines: string[] = [];
  const redact = makeRedact(['se"cr\net', 'hunter22', 'hunter22-long', 'abc']);
  makeLog(
    (line) => lines.push(line),
    redact,
    () => 0,
  )('error', 'x', { a: '–se"cr\net–', b: 'hunter22-long hunter22', c: 'abc' });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ a: '–[redacted]–', b: '[redacted] [redacted]', c: 'abc' });
});

test('secrets of the environment are known by their names', () => {
  expect(secretsOf({ KAFKA_SASL_PASSWORD: 'pw', HOME: '/h', API_TOKEN: 'tk', NOTHING_SECRET: undefined })).toEqual([
    'pw',
    'tk',
  ]);
});
