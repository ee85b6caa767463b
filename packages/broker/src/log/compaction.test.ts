import { describe, expect, test } from 'vitest';
import { MemoryFiles } from '../files/testing/memory-files.ts';
import type { CompactionEnd } from './compaction.ts';
import type { LogConfig } from './log-config.ts';
import type { PartitionLog } from './partition-log.ts';
import { makeBatch, type TestRecord } from './testing/make-batch.ts';
import { FOLDER, granted, openLog } from './testing/open-log.ts';
import { readAll } from './testing/read-all.ts';

const CONFIG: Partial<LogConfig> = {
  cleanupPolicy: ['compact'],
  segmentBytes: 150,
  minCleanableDirtyRatio: 0,
  deleteRetentionMs: 100,
};

function compactedLog(config: Partial<LogConfig> = {}, files = new MemoryFiles()) {
  return openLog({ files, config: { ...CONFIG, ...config }, nowMs: 0 });
}

function send(log: PartitionLog, ...records: TestRecord[]): void {
  granted(log.append(makeBatch({ records, gzip: records.length > 1 }), 0));
}

type Run = Generator<undefined, CompactionEnd>;

/** Takes all steps. */
function finish(compaction: Run): CompactionEnd {
  for (;;) {
    const { done, value } = compaction.next();
    if (done === true) return value;
  }
}

/** Something with a key of its own, so that what came before is in closed segments. */
function closeSegment(log: PartitionLog): void {
  for (let i = 0; i < 2; i++) send(log, { key: 'other', value: 'x'.repeat(60) });
}

function pairs(log: PartitionLog): string[] {
  const own = readAll(log, true).filter(({ key }) => key !== 'other');
  return own.map(({ offset, key, value }) => `${offset}:${key}=${value}`);
}

describe('the latest value of each key stays, at its offset', () => {
  test.each(['short', 'a key that is longer than thirty-two bytes'])('%s', (key) => {
    const log = compactedLog();
    send(log, { key, value: '1' }, { key: 'b', value: '2' }, { key, value: '3' });
    send(log, { key: 'b', value: '4' });
    send(log, { key, value: '5' }, { key: 'c', value: '6' });
    closeSegment(log);
    expect(finish(log.compaction(0))).toBe('done');
    expect(pairs(log)).toEqual(['3:b=4', `4:${key}=5`, '5:c=6']);
    expect(log.highWatermark).toBe(8);
  });

  test('over several runs, of old and new', () => {
    const log = compactedLog();
    send(log, { key: 'a', value: '1' });
    closeSegment(log);
    finish(log.compaction(0));
    send(log, { key: 'a', value: '2' });
    closeSegment(log);
    finish(log.compaction(0));
    expect(pairs(log)).toEqual(['3:a=2']);
  });

  test('also where not all keys are held at once', () => {
    const log = compactedLog();
    for (let round = 0; round < 2; round++)
      for (const key of ['a', 'b', 'c', 'd']) send(log, { key, value: `${round}` });
    closeSegment(log);
    for (let i = 0; i < 8; i++) finish(log.compaction(0, { maxKeys: 2, workPerStep: 10 }));
    expect(pairs(log)).toEqual(['4:a=1', '5:b=1', '6:c=1', '7:d=1']);
  });

  test('a tombstone does not go before what it deletes, however late that is', () => {
    const log = compactedLog({ segmentBytes: 350 });
    send(log, { key: 'a', value: '1' }, { key: 'b', value: '1' });
    send(log, { key: 'c', value: '1' }, { key: 'd', value: '1' });
    send(log, { key: 'a', value: null });
    for (let i = 0; i < 4; i++) closeSegment(log);
    const limits = { maxKeys: 2, workPerStep: 10 };
    finish(log.compaction(0, limits));
    finish(log.compaction(101, limits));
    expect(pairs(log)).toEqual(['0:a=1', '1:b=1', '2:c=1', '3:d=1', '4:a=null']);
    finish(log.compaction(102, limits));
    expect(pairs(log)).toEqual(['1:b=1', '2:c=1', '3:d=1']);
  });

  test('the active segment is left as it is', () => {
    const log = compactedLog({ segmentBytes: 10_000 });
    send(log, { key: 'a', value: '1' });
    send(log, { key: 'a', value: '2' });
    expect(finish(log.compaction(0))).toBe('nothing to do');
  });
});

test('a tombstone stays for delete.retention.ms behind the run that met it first', () => {
  const log = compactedLog();
  const more = () => {
    send(log, { key: 'z', value: '0' });
    closeSegment(log);
  };
  send(log, { key: 'a', value: '1' }, { key: 'b', value: '2' }, { key: 'a', value: null });
  closeSegment(log);
  finish(log.compaction(1000));
  expect(pairs(log)).toEqual(['1:b=2', '2:a=null']);
  more();
  finish(log.compaction(1099));
  expect(pairs(log).slice(0, 2)).toEqual(['1:b=2', '2:a=null']);
  more();
  finish(log.compaction(1100));
  expect(pairs(log)[0]).toEqual('1:b=2');
  expect(pairs(log).join()).not.toContain('a=');
});

test('times of records stay when a delete horizon takes the base time’s place', () => {
  const log = compactedLog();
  send(log, { key: 'a', value: null, timestampMs: 500 }, { key: 'b', value: '2', timestampMs: 700 });
  closeSegment(log);
  finish(log.compaction(1000));
  expect(log.offsetForTime(600)).toEqual({ offset: 1, timestampMs: 700 });
  expect(log.offsetForTime(400)).toEqual({ offset: 0, timestampMs: 500 });
});

describe('a run begins', () => {
  test('only where the dirty part is larger than min.cleanable.dirty.ratio', () => {
    const log = compactedLog({ minCleanableDirtyRatio: 0.5 });
    send(log, { key: 'a', value: '1' });
    closeSegment(log);
    expect(finish(log.compaction(0))).toBe('done');
    for (let i = 0; i < 4; i++) closeSegment(log);
    log.config = { ...log.config, minCleanableDirtyRatio: 0.99 };
    expect(finish(log.compaction(0))).toBe('nothing to do');
    log.config = { ...log.config, maxCompactionLagMs: 10 };
    expect(finish(log.compaction(1010))).toBe('nothing to do');
    expect(finish(log.compaction(1011))).toBe('done');
  });

  test('only with what is older than min.compaction.lag.ms', () => {
    const log = compactedLog({ minCompactionLagMs: 100 });
    send(log, { key: 'a', value: '1', timestampMs: 1000 }, { key: 'a', value: '2', timestampMs: 1000 });
    closeSegment(log);
    expect(finish(log.compaction(1099))).toBe('nothing to do');
    expect(finish(log.compaction(1100))).toBe('done');
    expect(pairs(log)).toEqual(['1:a=2']);
  });

  test('not where nothing is to be compacted', () => {
    const log = compactedLog({ cleanupPolicy: ['delete'] });
    send(log, { key: 'a', value: '1' });
    closeSegment(log);
    expect(finish(log.compaction(0))).toBe('nothing to do');
  });
});

describe('transactions', () => {
  const sent = (log: PartitionLog, producerId: bigint, sequence: number, records: TestRecord[]) =>
    granted(log.append(makeBatch({ producerId, epoch: 0, sequence, transactional: true, records }), 0));
  const ended = (log: PartitionLog, producerId: bigint, isCommit: boolean) =>
    granted(log.appendMarker({ producerId, producerEpoch: 0, isCommit, coordinatorEpoch: 0 }, 0));

  test('what an open one began with, and all behind, is left as it is', () => {
    const log = compactedLog();
    send(log, { key: 'a', value: '1' }, { key: 'a', value: '2' });
    closeSegment(log);
    sent(log, 1n, 0, [{ key: 'a', value: '3' }]);
    closeSegment(log);
    closeSegment(log);
    finish(log.compaction(0));
    expect(
      readAll(log, false)
        .filter(({ key }) => key === 'a')
        .map(({ value }) => value),
    ).toEqual(['2', '3']);
  });

  test('what was aborted goes, and takes the place of nothing', () => {
    const log = compactedLog();
    send(log, { key: 'a', value: '1' });
    sent(log, 1n, 0, [{ key: 'a', value: '2' }]);
    ended(log, 1n, false);
    sent(log, 1n, 1, [{ key: 'b', value: '3' }]);
    ended(log, 1n, true);
    closeSegment(log);
    finish(log.compaction(0));
    expect(
      readAll(log, false)
        .filter(({ key }) => key !== 'other')
        .map(({ value }) => value),
    ).toEqual(['1', '3']);
    expect(pairs(log)).toEqual(['0:a=1', '3:b=3']);
  });

  test('a later one of the same producer is seen when the aborted one’s marker has gone', () => {
    const files = new MemoryFiles();
    const log = compactedLog({}, files);
    sent(log, 1n, 0, [{ key: 'a', value: '1' }]);
    ended(log, 1n, false);
    for (let i = 0; i < 4; i++) {
      sent(log, 1n, i + 1, [{ key: `b${i}`, value: '2' }]);
      ended(log, 1n, true);
      closeSegment(log);
      finish(log.compaction(1000 * (i + 1)));
    }
    const first = granted(log.read({ offset: 0, maxBytes: 1 << 20, isReadCommitted: true, minOneBatch: true }));
    expect(first.abortedTransactions).toEqual([]);
    const expected = ['2:b0=2', '6:b1=2', '10:b2=2', '14:b3=2'];
    expect(pairs(log)).toEqual(expected);
    expect(pairs(openLog({ files, config: CONFIG }))).toEqual(expected);
  });

  test('without any cache none opens again, and the producer goes on where it was', () => {
    const files = new MemoryFiles();
    const log = compactedLog({}, files);
    sent(log, 1n, 0, [
      { key: 'a', value: '1' },
      { key: 'a', value: '2' },
    ]);
    ended(log, 1n, true);
    for (let i = 0; i < 3; i++) {
      send(log, { key: 'a', value: `later ${i}` });
      closeSegment(log);
      finish(log.compaction(1000 * (i + 1)));
    }
    for (const name of files.list(FOLDER)) if (/snapshot|index/.test(name)) files.remove(`${FOLDER}/${name}`);
    const again = openLog({ files, config: CONFIG });
    expect(again.lastStableOffset).toBe(again.highWatermark);
    expect(again.producers()).toMatchObject([{ producerId: 1n, transactionStart: -1, batches: [{ lastSequence: 1 }] }]);
    sent(again, 1n, 2, [{ key: 'a', value: '3' }]);
  });

  test('without any cache a producer of an older epoch is refused, though only a marker told of the new one', () => {
    const files = new MemoryFiles();
    const log = compactedLog({}, files);
    sent(log, 1n, 0, [{ key: 'a', value: '1' }]);
    granted(log.appendMarker({ producerId: 1n, producerEpoch: 1, isCommit: true, coordinatorEpoch: 0 }, 0));
    for (let i = 0; i < 4; i++) {
      send(log, { key: 'a', value: `later ${i}` });
      closeSegment(log);
      finish(log.compaction(1000 * (i + 1)));
    }
    for (const name of files.list(FOLDER)) if (/snapshot|index/.test(name)) files.remove(`${FOLDER}/${name}`);
    const zombie = makeBatch({ producerId: 1n, epoch: 0, sequence: 1, transactional: true });
    expect(openLog({ files, config: CONFIG }).append(zombie, 0)).toMatchObject({ error: 47 });
  });
});

describe('a run that is not taken to its end', () => {
  function halfway() {
    const log = compactedLog();
    for (let i = 0; i < 6; i++) {
      send(log, { key: 'a', value: `${i}` });
      closeSegment(log);
    }
    const compaction = log.compaction(0, { maxKeys: 100, workPerStep: 10 });
    for (let i = 0; i < 25; i++) expect(compaction.next().done).toBe(false);
    return { log, compaction };
  }

  test('lets appends go on', () => {
    const { log, compaction } = halfway();
    send(log, { key: 'a', value: 'new' });
    expect(finish(compaction)).toBe('done');
    expect(pairs(log)).toEqual(['15:a=5', '18:a=new']);
  });

  test('is abandoned when its segments are deleted', () => {
    const { log, compaction } = halfway();
    granted(log.deleteBefore(18, 0));
    expect(finish(compaction)).toBe('abandoned');
    expect(pairs(log)).toEqual([]);
  });

  test('gives way to a later one', () => {
    const { log, compaction } = halfway();
    expect(finish(log.compaction(0))).toBe('done');
    expect(finish(compaction)).toBe('abandoned');
    expect(pairs(log)).toEqual(['15:a=5']);
  });

  test('gives way to a later one that is under way', () => {
    const files = new MemoryFiles();
    const log = compactedLog({}, files);
    for (let i = 0; i < 20; i++) send(log, { key: `k${i}`, value: 'x'.repeat(60) });
    const [former, later] = [0, 0].map(() => log.compaction(0, { maxKeys: 100, workPerStep: 10 })) as [Run, Run];
    while (!files.list(FOLDER).some((name) => name.endsWith('.cleaned'))) former.next();
    expect(later.next().done).toBe(false);
    expect(finish(former)).toBe('abandoned');
    expect(finish(later)).toBe('done');
    expect(readAll(log, true).length).toBe(20);
  });

  test('leaves nothing behind when it is given up', () => {
    const files = new MemoryFiles();
    const log = compactedLog({}, files);
    for (let i = 0; i < 6; i++) closeSegment(log);
    const compaction = log.compaction(0, { maxKeys: 100, workPerStep: 10 });
    while (!files.list(FOLDER).some((name) => name.endsWith('.cleaned'))) compaction.next();
    compaction.return('abandoned');
    expect(files.list(FOLDER).filter((name) => name.endsWith('.cleaned'))).toEqual([]);
  });
});

test('small segments grow together', () => {
  const files = new MemoryFiles();
  const log = compactedLog({ segmentBytes: 200 }, files);
  for (let i = 0; i < 12; i++) send(log, { key: `k${i % 3}`, value: 'x'.repeat(50) });
  const before = files.list(FOLDER).filter((name) => name.endsWith('.log')).length;
  finish(log.compaction(0));
  send(log, { key: 'k9', value: 'x'.repeat(100) });
  finish(log.compaction(0));
  expect(files.list(FOLDER).filter((name) => name.endsWith('.log')).length).toBeLessThan(before - 1);
});

test('a full disk stops a run, and nothing is lost', () => {
  const files = new MemoryFiles();
  const log = compactedLog({}, files);
  for (let i = 0; i < 8; i++) send(log, { key: `k${i}`, value: 'x'.repeat(60) });
  send(log, { key: 'k0', value: 'y' });
  const before = readAll(log, true);
  files.capacityBytes = files.usedBytes + 10;
  expect(finish(log.compaction(0))).toMatchObject({ error: 56 });
  expect(readAll(log, true)).toEqual(before);
  files.capacityBytes = Number.POSITIVE_INFINITY;
  expect(finish(log.compaction(0))).toBe('done');
});

test('what is damaged, and all behind, is left as it is', () => {
  const files = new MemoryFiles();
  const log = compactedLog({}, files);
  send(log, { key: 'a', value: '1' }, { key: 'a', value: '2' });
  closeSegment(log);
  closeSegment(log);
  files.open(`${FOLDER}/00000000000000000000.log`).write(70, Buffer.from('damage'));
  const again = compactedLog({}, files);
  expect(again.recovery.damaged.length).toBe(1);
  expect(finish(again.compaction(0))).toBe('nothing to do');
});
