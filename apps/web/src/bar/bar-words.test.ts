import type { PipelineSummary } from '@millrace/live';
import { expect, test } from 'vitest';
import { draftWords, isDraftNew, stateWords } from './bar-words.ts';

const OPEN = { open: true, lostAtMs: null, retryAtMs: null };

function summary(state: PipelineSummary['run']['state'], revision: number | null = 7): PipelineSummary {
  const run = { state, revision, revisionVersion: 'v1', sinceMs: 0, failure: null, question: null };
  return { name: 'x', file: 'x.pipeline.json', id: 'x', version: 'v1', layoutVersion: null, errors: 0, run };
}

test.each([
  [summary('running'), OPEN, 0, 'Running', 'ok'],
  [summary('running'), OPEN, 1, 'Running, 1 window waits', 'waiting'],
  [summary('running'), OPEN, 3, 'Running, 3 windows wait', 'waiting'],
  [summary('failed'), OPEN, 0, 'Stopped by an error', 'error'],
  [summary('stopped', null), OPEN, 0, 'Never deployed', ''],
  [summary('running'), { open: false, lostAtMs: 5, retryAtMs: 9 }, 0, 'Connection lost', 'error'],
])('the chip says what runs', (pipeline, link, waits, text, tone) => {
  expect(stateWords(pipeline, link, waits)).toMatchObject({ text, tone });
});

const DRAFT = { saving: 'saved', errors: 0, revision: 7, isNew: false, changedElsewhere: false } as const;

test.each([
  [{}, 'Draft saved, same as r7'],
  [{ isNew: true }, 'Draft saved, differs from r7'],
  [{ saving: 'waiting' as const, isNew: true }, 'Saving draft, differs from r7'],
  [{ saving: 'failed' as const }, 'Draft not saved yet, kept here'],
  [{ errors: 1 }, 'Draft has 1 error'],
  [{ revision: null }, 'Draft saved'],
  [{ changedElsewhere: true }, 'Draft saved, same as r7'],
  [{ changedElsewhere: true, isNew: true }, 'Changed in another window, shown here'],
])('the draft %j', (change, text) => {
  expect(draftWords({ ...DRAFT, ...change }).text).toBe(text);
});

test('a draft is new when its text is not that of the revision', () => {
  expect(isDraftNew(summary('running'), 'v1')).toBe(false);
  expect(isDraftNew(summary('running'), 'v2')).toBe(true);
});
