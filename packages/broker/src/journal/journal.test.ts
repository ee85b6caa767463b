import { describe, expect, test } from 'vitest';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import { Journal } from './journal.ts';
import { FRAME_HEAD, JOURNAL_MAGIC } from './journal-frame.ts';

const PATH = 'data/some.journal';

type Entry = { readonly key: string; readonly value: number };

/** An owner as small as can be: the newest value of each key. */
class Table {
  readonly values = new Map<string, number>();
  readonly journal: Journal<Entry>;

  constructor(files: MemoryFiles, fsync = false, rewriteBytes = 600) {
    this.journal = new Journal(files, PATH, { fsync, rewriteBytes });
    this.journal.start({
      replay: ({ key, value }) => void this.values.set(key, value),
      snapshot: () => [...this.values].map(([key, value]) => ({ key, value })),
    });
  }

  put(key: string, value: number): void {
    this.journal.append({ key, value });
    this.values.set(key, value);
  }
}

function filled(files: MemoryFiles, count: number): Table {
  const table = new Table(files);
  for (let at = 0; at < count; at++) table.put(`k${at}`, at);
  return table;
}

/** One byte of the file as it lies on disk is another. */
function damaged(files: MemoryFiles, at: number): MemoryFiles {
  const next = files.reopened(false);
  const file = next.open(PATH);
  file.write(at, new Uint8Array([~(next.contentOf(PATH)[at] ?? 0) & 255]));
  return next;
}

describe('a journal', () => {
  test('hands its entries to the next run', () => {
    const files = new MemoryFiles();
    filled(files, 5);
    expect([...new Table(files.reopened(false)).values]).toEqual([0, 1, 2, 3, 4].map((at) => [`k${at}`, at]));
  });

  test.each([0, 3, FRAME_HEAD, FRAME_HEAD + 5])('cuts a tail of which only %i bytes were written', (kept) => {
    const files = new MemoryFiles();
    filled(files, 2);
    const whole = files.contentOf(PATH).length;
    filled(files, 0).put('torn', 9);
    files.open(PATH).truncate(whole + kept);
    const left = files.reopened(false);
    expect([...new Table(left).values.keys()]).toEqual(['k0', 'k1']);
    expect(left.contentOf(PATH).length).toBe(whole);
  });

  test('takes entries after a cut', () => {
    const files = new MemoryFiles();
    filled(files, 2);
    files.open(PATH).truncate(files.contentOf(PATH).length - 1);
    new Table(files).put('after', 1);
    expect([...new Table(files.reopened(false)).values.keys()]).toEqual(['k0', 'after']);
  });

  test.each([0, 4, 8, FRAME_HEAD])(
    'with a broken byte at %i of an entry in its middle is refused with file and place',
    (within) => {
      const files = new MemoryFiles();
      filled(files, 3);
      expect(() => new Table(damaged(files, JOURNAL_MAGIC.length + within))).toThrow(
        `${PATH} is corrupt at byte ${JOURNAL_MAGIC.length}`,
      );
    },
  );

  test('of another version is refused', () => {
    const files = new MemoryFiles();
    filled(files, 1);
    expect(() => new Table(damaged(files, 7))).toThrow('not a journal of this version');
  });

  test('whose last entry cannot be written is as before, and takes a later one', () => {
    const files = new MemoryFiles();
    const table = filled(files, 2);
    files.capacityBytes = files.contentOf(PATH).length + 10;
    expect(() => table.put('large', 1)).toThrow('ENOSPC');
    expect(files.contentOf(PATH).length).toBe(files.capacityBytes - 10);
    files.capacityBytes = Number.POSITIVE_INFINITY;
    table.put('later', 2);
    expect([...new Table(files.reopened(false)).values.keys()]).toEqual(['k0', 'k1', 'later']);
  });

  test('stays small while few keys change often', () => {
    const files = new MemoryFiles();
    const table = new Table(files);
    for (let at = 0; at < 1000; at++) table.put(`k${at % 3}`, at);
    expect(files.contentOf(PATH).length).toBeLessThan(1000);
    expect([...new Table(files.reopened(false)).values]).toEqual([...table.values]);
  });

  test('that finds no room to be rewritten goes on growing', () => {
    const files = new MemoryFiles();
    const table = filled(files, 16);
    files.capacityBytes = files.contentOf(PATH).length + 250;
    for (let at = 0; at < 6; at++) table.put('k0', at);
    expect(files.list('data')).toEqual(['some.journal']);
    expect([...new Table(files.reopened(false)).values]).toEqual([...table.values]);
  });
});

/** Puts until the file system stops; returns what was acknowledged. */
function putUntilStopped(files: MemoryFiles, fsync: boolean): ReadonlyMap<string, number> {
  const acknowledged = new Map<string, number>();
  try {
    const table = new Table(files, fsync, 200);
    for (let at = 0; at < 30; at++) {
      table.put(`k${at % 4}`, at);
      table.journal.flush();
      acknowledged.set(`k${at % 4}`, at);
    }
  } catch {
    return acknowledged;
  }
  return acknowledged;
}

describe.each([
  ['a stop of the process', false, false],
  ['a loss of power in fsync mode', true, false],
  ['a loss of power in fsync mode that names outlive', true, true],
] as const)('%s', (_what, fsync, namesOutlive) => {
  test.each([0, 0.4, 1])('before any call loses nothing that was acknowledged (a write torn at %f)', (tornShare) => {
    const whole = new MemoryFiles();
    putUntilStopped(whole, fsync);
    for (let stopAt = 1; stopAt <= whole.calls + 1; stopAt++) {
      const files = Object.assign(new MemoryFiles(), { stopAt, tornShare });
      const acknowledged = putUntilStopped(files, fsync);
      const left = files.reopened(fsync, namesOutlive);
      const found = new Table(left, fsync).values;
      for (const [key, value] of acknowledged)
        expect(found.get(key), `stop at ${stopAt}`).toBeGreaterThanOrEqual(value);
      expect(found.size).toBeLessThanOrEqual(acknowledged.size + 1);
      expect(left.list('data')).toEqual(['some.journal']);
    }
  });
});

test('a loss of power that keeps a later page of what was never synced cuts, and does not refuse', () => {
  const files = new MemoryFiles();
  const table = new Table(files, true);
  table.put('synced', 1);
  table.journal.flush();
  const synced = files.contentOf(PATH).length;
  table.put('lost', 2);
  table.put('kept by chance', 3);
  const found = new Table(damaged(files, synced), true);
  expect([...found.values.keys()]).toEqual(['synced']);
});
