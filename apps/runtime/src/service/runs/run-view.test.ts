import type { RunState } from '@millrace/live';
import { expect, test } from 'vitest';
import type { TaskFailure } from '../../tasks/task-failure.ts';
import type { TaskProgress } from '../../tasks/task-report.ts';
import { foldRun, type RunEvent, STOPPED } from './run-view.ts';
import { toGauges } from './to-gauges.ts';

const START: RunEvent = {
  type: 'starting',
  run: 'r',
  tasks: ['ingest-a', 'process'],
  revision: 2,
  revisionVersion: 'v',
};
const LOST: TaskFailure = { kind: 'retry', code: 'connection', message: 'The connection was lost.' };
const FATAL: TaskFailure = { kind: 'fatal', code: 'topic', message: 'There is no topic.' };
const ASK: TaskFailure = { kind: 'ask', code: 'change-question', message: 'Which?' };

function phase(task: string, phase: 'recovering' | 'running' | 'stopping'): RunEvent {
  return { type: 'report', task, report: { type: 'phase', phase, detail: '' }, atMs: 7 };
}
const retrying = (task: string): RunEvent => ({
  type: 'report',
  task,
  report: { type: 'retrying', failure: LOST, inMs: 500 },
  atMs: 8,
});
const ended = (failure: TaskFailure | null): RunEvent => ({ type: 'ended', failure, atMs: 9 });
const RUNNING: readonly RunEvent[] = [START, phase('ingest-a', 'running'), phase('process', 'running')];
const AGAIN: RunEvent = { type: 'attempt-failed', failure: LOST, inMs: 500, atMs: 8 };

const fold = (events: readonly RunEvent[]) => events.reduce(foldRun, STOPPED);

test.each<readonly [string, readonly RunEvent[], RunState]>([
  ['nothing has happened', [], 'stopped'],
  ['it was started', [START], 'starting'],
  ['one task of two runs', [START, phase('ingest-a', 'running')], 'starting'],
  ['all tasks run', RUNNING, 'running'],
  ['one task waits to be tried again', [...RUNNING, retrying('process')], 'retrying'],
  ['it recovers after that', [...RUNNING, retrying('process'), phase('process', 'recovering')], 'retrying'],
  ['it runs again', [...RUNNING, retrying('process'), phase('process', 'running')], 'running'],
  ['the whole is to be tried again', [START, AGAIN], 'retrying'],
  ['the whole is tried again', [START, AGAIN, START], 'retrying'],
  ['the whole runs again', [START, AGAIN, ...RUNNING], 'running'],
  ['it was asked to stop', [...RUNNING, { type: 'stopping' }], 'stopping'],
  ['tasks take their last cuts', [...RUNNING, { type: 'stopping' }, phase('process', 'stopping')], 'stopping'],
  ['it has stopped', [...RUNNING, { type: 'stopping' }, ended(null)], 'stopped'],
  ['its last cut failed', [...RUNNING, { type: 'stopping' }, ended(LOST)], 'stopped'],
  ['it failed for good', [...RUNNING, ended(FATAL)], 'failed'],
  ['it failed for good while it was stopping', [...RUNNING, { type: 'stopping' }, ended(FATAL)], 'failed'],
  ['a person has to decide', [START, ended(ASK)], 'question'],
  ['a person has decided', [START, ended(ASK), START], 'starting'],
])('when %s', (_, events, state) => {
  expect(fold(events).state).toBe(state);
});

test('a reason is told with task and time until everything runs again', () => {
  const waiting = fold([...RUNNING, retrying('process')]);
  expect(waiting).toMatchObject({ sinceMs: null, failure: { message: LOST.message, task: 'process', atMs: 8 } });
  expect(waiting.tasks[1]).toEqual({ task: 'process', phase: 'retrying', detail: 'starts again in 0.5 s' });
  expect(foldRun(waiting, phase('process', 'running'))).toMatchObject({ sinceMs: 7, failure: null });
});

test('a failure names the task that failed; a question its kind', () => {
  const failed: RunEvent = { type: 'report', task: 'ingest-a', report: { type: 'failed', failure: FATAL }, atMs: 8 };
  expect(fold([...RUNNING, failed, ended(FATAL)]).failure).toEqual({
    message: FATAL.message,
    task: 'ingest-a',
    atMs: 9,
  });
  expect(fold([START, ended(ASK)])).toMatchObject({
    failure: null,
    question: { kind: 'change-question', message: 'Which?' },
  });
});

const PROGRESS: TaskProgress = {
  cut: 4,
  commits: 3,
  lastCommitMs: 12,
  job: {
    counters: { a: { read: 5, dead: 1 }, w: { in: 4, late: 2 } },
    watermarks: { w: Number.NEGATIVE_INFINITY },
    sources: {
      a: {
        watermark: Number.POSITIVE_INFINITY,
        partitions: [{ position: 6, maxTime: Number.NEGATIVE_INFINITY, state: 'idle', unread: 0 }],
      },
    },
  },
  sources: [{ id: 'a', topic: 't', behind: 2n ** 60n, blocked: 0n }],
  windows: {
    w: {
      explanation: {
        node: 'w',
        watermark: Number.NEGATIVE_INFINITY,
        holder: {
          kind: 'partition',
          source: 'a',
          topic: 't',
          partition: 0,
          why: { kind: 'no-record', silentForMs: 1, idleInMs: null },
        },
        nextClose: { start: 0, end: 10, missingMs: Number.POSITIVE_INFINITY },
        open: [{ start: 0, end: 10, rows: 4, keys: 2 }],
      },
      openPanes: 1,
      openRows: 4,
      sentence: 'It waits.',
    },
  },
};
const progress: RunEvent = {
  type: 'report',
  task: 'process',
  report: { type: 'progress', progress: PROGRESS },
  atMs: 99,
};

test('gauges are columns of counters, without infinities', () => {
  const gauges = toGauges(fold([...RUNNING, progress]));
  expect(gauges).toMatchObject({
    cut: 4,
    atMs: 99,
    commits: 3,
    nodes: ['a', 'w'],
    counters: { read: [5, null], dead: [1, null], in: [null, 4], late: [null, 2] },
    watermarks: { w: null },
    sources: { a: { watermark: 'end', behind: '1152921504606846976', partitionCount: 1 } },
    windows: { w: { watermark: null, nextClose: { start: 0, end: 10, missingMs: null }, sentence: 'It waits.' } },
  });
  expect(JSON.parse(JSON.stringify(gauges))).toEqual(gauges);
});

test('while nothing runs no window is said to close [E7]', () => {
  const gauges = toGauges(fold([...RUNNING, progress, retrying('process')]));
  expect(gauges?.windows['w']).toMatchObject({ nextClose: { end: 10, missingMs: null }, openRows: 4 });
  expect(gauges?.windows['w']?.sentence).toMatch(/does not run at this moment/);
});

test('the epoch of gauges changes with each restore and each run; without a run there are none [E7]', () => {
  const epochs = [
    [...RUNNING, progress],
    [...RUNNING, progress, retrying('process'), phase('process', 'recovering')],
    [...RUNNING, progress, ended(null), { ...START, run: 's' }],
  ].map((events) => toGauges(fold(events as RunEvent[]))?.epoch);
  expect(epochs).toEqual(['r.0', 'r.1', 's.0']);
  expect(toGauges(fold([...RUNNING, progress, ended(null)]))).toBeNull();
});
