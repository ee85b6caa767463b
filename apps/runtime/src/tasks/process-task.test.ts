import { type Cut, type Job, OutputBuffer } from '@millrace/engine';
import type { TransactionalWriter } from '@millrace/kafka';
import { expect, test } from 'vitest';
import { GenerationWriter } from '../state-log/generation-writer.ts';
import { DEFAULT_COMMIT_LIMITS } from './commit-policy.ts';
import { ProcessTask } from './process-task.ts';
import type { TaskReport } from './task-report.ts';

/** A cut with one output record. */
function cutWithOne(): Cut {
  const buffer = new OutputBuffer();
  buffer.nullKey();
  buffer.startValue();
  buffer.ensure(1);
  buffer.bytes[buffer.length++] = 0x31;
  buffer.endValue();
  buffer.finish(0);
  const entry = { number: 1, sources: {}, watermarks: {}, counters: {} };
  return { entry, changed: true, delta: [], outputs: new Map([['out', buffer]]), deadLetters: [] };
}

test('results are told when their commit has ended, not before [E7]', async () => {
  let committed = () => {};
  let asked = () => {};
  const commitAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const writer = {
    begin: () => {},
    add: () => {},
    addAll: () => {},
    close: () => {},
    commit: () => {
      asked();
      return new Promise<void>((resolve) => {
        committed = resolve;
      });
    },
  };
  const job = {
    run: () => false,
    tick: () => {},
    pending: { dirty: 0, outputBytes: 1, outputs: 1 },
    bufferedBytes: 0,
    cut: cutWithOne,
    base: () => ({ next: () => ({ records: [], done: true }) }),
    progress: () => ({ counters: {}, sources: {}, watermarks: {} }),
  };
  const reports: TaskReport[] = [];
  let told = () => {};
  const resultsTold = new Promise<void>((resolve) => {
    told = resolve;
  });
  const task = new ProcessTask({
    plan: { sources: [], operators: [], sinks: [] },
    job: job as unknown as Job,
    writer: writer as unknown as TransactionalWriter,
    generations: new GenerationWriter({}, null, false),
    targets: {
      group: 'g',
      stateTopic: 's',
      deadLetterTopic: { name: 'd', partitions: 1 },
      sinks: new Map([['out', { topic: 'out', partitions: 1 }]]),
      sources: new Map(),
    },
    sources: [],
    limits: DEFAULT_COMMIT_LIMITS,
    untilEnd: false,
    flush: false,
    renewsMirror: false,
    clock: Date.now,
    report: (report) => {
      reports.push(report);
      if (report.type === 'results') told();
    },
  });
  const running = task.run();
  await commitAsked;
  expect(reports.filter(({ type }) => type === 'results')).toEqual([]);
  committed();
  await resultsTold;
  expect(reports.find(({ type }) => type === 'results')).toEqual({
    type: 'results',
    results: [{ sink: 'out', count: 1, newest: ['1'] }],
  });
  task.stop();
  writer.commit = () => Promise.resolve();
  committed();
  await running;
});
