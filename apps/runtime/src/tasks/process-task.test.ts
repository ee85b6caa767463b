import { type Cut, type Job, OutputBuffer } from '@millrace/engine';
import type { LogReader, TransactionalWriter } from '@millrace/kafka';
import { expect, test } from 'vitest';
import { GenerationWriter } from '../state-log/generation-writer.ts';
import { ViewPublisher } from '../views/view-publisher.ts';
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

type Parts = ConstructorParameters<typeof ProcessTask>[0];
type Fakes = { readonly job: object; readonly writer: object; readonly report: Parts['report'] };

/** A task on a job and a writer that stand in for the real ones: only the order of its own steps is judged here. */
function taskOf({ job, writer, report }: Fakes, sources: Parts['sources'] = []): ProcessTask {
  return new ProcessTask({
    plan: { sources: [], operators: [], sinks: [] },
    job: job as Job,
    writer: writer as TransactionalWriter,
    generations: new GenerationWriter({}, null, false),
    targets: {
      group: 'g',
      stateTopic: 's',
      deadLetterTopic: { name: 'd', partitions: 1 },
      sinks: new Map([['out', { topic: 'out', partitions: 1 }]]),
      sources: new Map(),
    },
    sources,
    views: new ViewPublisher([], 1, { number: 0 }, () => undefined),
    limits: DEFAULT_COMMIT_LIMITS,
    untilEnd: false,
    flush: false,
    renewsMirror: false,
    clock: Date.now,
    report,
  });
}

const IDLE_JOB = {
  run: () => false,
  tick: () => {},
  pending: { dirty: 0, outputBytes: 1, outputs: 1 },
  bufferedBytes: 0,
  cut: cutWithOne,
  base: () => ({ next: () => ({ records: [], done: true }) }),
  progress: () => ({ counters: {}, sources: {}, watermarks: {} }),
};

test('reading pauses while a full buffer waits for a commit [E1]', async () => {
  let ticks = 0;
  let reads = 0;
  let end = () => {};
  let committed = () => {};
  const enough = new Promise<void>((resolve) => {
    end = resolve;
  });
  const writer = {
    begin: () => {},
    add: () => {},
    addAll: () => {},
    close: () => {},
    commit: () =>
      new Promise<void>((resolve) => {
        committed = resolve;
      }),
  };
  const job = {
    ...IDLE_JOB,
    bufferedBytes: 1 << 30,
    tick: () => {
      ticks += 1;
      if (ticks === 6) end();
    },
  };
  const reader = {
    next: () => {
      reads += 1;
      return new Promise<readonly []>((resolve) => setImmediate(() => resolve([])));
    },
    close: () => {},
  } as unknown as LogReader;
  const source = { id: 'a', topic: 'a', broker: { host: 'x', port: 1 }, reader, until: null };
  const task = taskOf({ job, writer, report: () => {} }, [source]);
  const running = task.run();
  await enough;
  expect(reads).toBeLessThanOrEqual(3);
  task.stop();
  writer.commit = () => Promise.resolve();
  committed();
  await running;
});

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
  const reports: TaskReport[] = [];
  let told = () => {};
  const resultsTold = new Promise<void>((resolve) => {
    told = resolve;
  });
  const task = taskOf({
    job: IDLE_JOB,
    writer,
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
