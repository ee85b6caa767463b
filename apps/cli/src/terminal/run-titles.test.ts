import type { RunEvent } from '@millrace/runtime';
import { expect, test } from 'vitest';
import { RunTitles } from './run-titles.ts';

const starting = (revision: number): RunEvent => ({
  type: 'starting',
  run: 'r',
  tasks: [],
  revision,
  revisionVersion: 'v',
});
const REPORT: RunEvent = { type: 'report', task: 'process', report: { type: 'finished' }, atMs: 0 };

test('a run is shown under its revision until it has stopped; one that failed stays', () => {
  const said: string[] = [];
  const titles = new RunTitles({
    report: (title, task) => said.push(`${title} ${task}`),
    remove: (title) => said.push(`without ${title}`),
    log: () => {},
    close: () => {},
  });
  const failure = { kind: 'fatal', code: 'topic', message: 'No topic.' } as const;
  const events: RunEvent[] = [starting(1), REPORT, { type: 'ended', failure, atMs: 0 }, starting(2), REPORT];
  for (const event of [...events, { type: 'ended', failure: null, atMs: 0 } as const]) titles.tell('shop', event);
  expect(said).toEqual(['shop r1 process', 'without shop r1', 'shop r2 process', 'without shop r2']);
  titles.tell('shop', starting(3));
  const before = said.length;
  titles.end();
  titles.tell('shop', { type: 'ended', failure: null, atMs: 0 });
  expect(said.length).toBe(before);
});
