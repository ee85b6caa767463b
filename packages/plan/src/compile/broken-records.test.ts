import { makeJob } from '@millrace/engine';
import { expect, test } from 'vitest';
import { planTasks } from '../tasks/plan-tasks.ts';
import { BIDS, checkedOf, configured, OUT } from '../testing/documents.ts';
import { rangesOf, runToEnd, valuesOf } from '../testing/feed-generated.ts';
import { compileProcess } from './compile-process.ts';

const BROKEN: readonly (readonly [string | Uint8Array, string])[] = [
  ['', 'it is empty at byte 0'],
  ['{', 'it is cut off at byte 1'],
  [Uint8Array.of(0xff), 'it is not an object at byte 0'],
  ['null', 'it is not an object at byte 0'],
  ['[]', 'it is not an object at byte 0'],
  ['NaN', 'it is not an object at byte 0'],
];

test('values that are no records are each once a dead letter with their reason, and the pipeline goes on (ksql#314, seatunnel#12038, arroyo#1103) [E8]', () => {
  const checked = checkedOf({ bids: configured(BIDS, { eventTime: undefined }), out: OUT }, ['bids > out']);
  const tasks = planTasks(checked, { namespace: 'n', id: 'k3v9q2m7xw4a' });
  const job = makeJob(compileProcess(checked, tasks), new Map([['bids', 1]]));
  const good = (auction: number) => `{"auction":${auction},"price":1,"date_time":"2026-01-01T00:00:00Z"}`;
  const oneBadByte = new TextEncoder().encode(good(2)).with(3, 0xff);
  const values = [good(1), ...BROKEN.map(([value]) => value), oneBadByte, good(3)];
  runToEnd(job, 'bids', [rangesOf(values.map((value) => ({ value, timestampMs: 0 })))], 0);
  const { deadLetters, outputs } = job.cut(0);
  expect(deadLetters.map(({ node, position, reason }) => [node, position?.offset, reason])).toEqual(
    [...BROKEN.map(([, reason]) => reason), 'it is not UTF-8 at byte 2'].map((reason, i) => [
      'bids',
      i + 1,
      `The value is not JSON that can be read: ${reason}.`,
    ]),
  );
  expect(deadLetters.map(({ value }) => Buffer.from(value ?? []))).toEqual(
    values.slice(1, -1).map((value) => Buffer.from(value)),
  );
  expect(valuesOf(outputs.get('out')).map(({ auction }) => auction)).toEqual([1, 3]);
});
