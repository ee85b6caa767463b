import type { CutEntry } from '@millrace/engine';
import { describe, expect, test } from 'vitest';
import type { RecoveredState } from '../state-log/state-log-fold.ts';
import { decideStart, partitionAt, type StartChoices } from './start-decision.ts';

const ASK: StartChoices = { onReset: 'ask', onChange: 'ask' };
const SOURCES = [{ id: 'bids', topic: 'bids', partitions: 2 }];
const MEANING = { bids: 'm1', window: 'm2' };

function cut(positions: readonly number[], ended = false): CutEntry {
  const source = { watermark: 5, ended, partitions: positions.map(partitionAt) };
  return { number: 9, sources: { bids: source }, watermarks: { window: 5 }, counters: {} };
}

function recovered(entry: CutEntry): RecoveredState<CutEntry> {
  return { generation: 1, epoch: 1, meaning: MEANING, state: [Uint8Array.of(1)], entry, baseBytes: 0, deltaBytes: 0 };
}

const mirrorOf =
  (...offsets: (number | null)[]) =>
  (_: string, partition: number) =>
    offsets[partition] ?? null;

describe('where a task begins [E9]', () => {
  const cases: readonly [string, Parameters<typeof decideStart>, object][] = [
    [
      'a task that never committed begins by startFrom',
      [null, MEANING, SOURCES, mirrorOf(), ASK],
      { kind: 'fresh', positions: new Map([['bids', [null, null]]]) },
    ],
    [
      'the truth is the cut',
      [recovered(cut([10, 20])), MEANING, SOURCES, mirrorOf(10, 20), ASK],
      { kind: 'resume', entry: cut([10, 20]) },
    ],
    [
      'a missing mirror does not differ',
      [recovered(cut([10, 20])), MEANING, SOURCES, mirrorOf(null, null), ASK],
      { kind: 'resume', entry: cut([10, 20]) },
    ],
    [
      'a mirror that was reset by a tool is a question',
      [recovered(cut([10, 20])), MEANING, SOURCES, mirrorOf(10, 0), ASK],
      { kind: 'ask-reset', differences: [{ topic: 'bids', partition: 1, cut: 20, group: 0 }] },
    ],
    [
      'keep goes on from the cut',
      [recovered(cut([10, 20])), MEANING, SOURCES, mirrorOf(10, 0), { ...ASK, onReset: 'keep' }],
      { kind: 'resume', entry: cut([10, 20]), isMirrorMoved: true },
    ],
    [
      'rewind takes the group and drops the state',
      [recovered(cut([10, 20])), MEANING, SOURCES, mirrorOf(null, 0), { ...ASK, onReset: 'rewind' }],
      { kind: 'fresh', positions: new Map([['bids', [10, 0]]]) },
    ],
    [
      'another meaning is a question that names the nodes',
      [recovered(cut([10, 20])), { bids: 'm1', window: 'new', extra: 'm' }, SOURCES, mirrorOf(10, 20), ASK],
      { kind: 'ask-change', changed: ['extra', 'window'] },
    ],
    [
      'keep-positions goes on with empty state',
      [recovered(cut([10, 20])), { bids: 'x' }, SOURCES, mirrorOf(10, 20), { ...ASK, onChange: 'keep-positions' }],
      { kind: 'fresh', positions: new Map([['bids', [10, 20]]]) },
    ],
    [
      'restart begins again by startFrom',
      [recovered(cut([10, 20])), { bids: 'x' }, SOURCES, mirrorOf(0, 0), { ...ASK, onChange: 'restart' }],
      { kind: 'fresh', positions: new Map([['bids', [null, null]]]) },
    ],
    [
      'choices without their questions change nothing: a task that fails after its first commit resumes',
      [recovered(cut([10, 20])), MEANING, SOURCES, mirrorOf(10, 20), { onReset: 'rewind', onChange: 'restart' }],
      { kind: 'resume', entry: cut([10, 20]) },
    ],
    [
      'keep-positions without a change resumes',
      [recovered(cut([10, 20])), MEANING, SOURCES, mirrorOf(10, 20), { ...ASK, onChange: 'keep-positions' }],
      { kind: 'resume', entry: cut([10, 20]) },
    ],
    [
      'inputs that were ended by --flush are a question',
      [recovered(cut([10, 20], true)), MEANING, SOURCES, mirrorOf(10, 20), ASK],
      { kind: 'ask-flushed' },
    ],
    [
      'partitions that were added since begin at their first record',
      [recovered(cut([10])), MEANING, SOURCES, mirrorOf(10, null), ASK],
      { kind: 'resume', entry: cut([10, 0]) },
    ],
  ];
  test.each(cases)('%s', (_, args, expected) => {
    expect(decideStart(...args)).toMatchObject(expected);
  });
});
