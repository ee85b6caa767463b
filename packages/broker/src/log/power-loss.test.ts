import { describe, expect, test } from 'vitest';
import { MemoryFiles, Stop } from '../files/testing/memory-files.ts';
import type { LogConfig } from './log-config.ts';
import type { PartitionLog } from './partition-log.ts';
import { chances } from './testing/chances.ts';
import { makeBatch } from './testing/make-batch.ts';
import { FOLDER, granted, NOW_MS, openLog } from './testing/open-log.ts';
import { readAll } from './testing/read-all.ts';

const SEEDS = Array.from({ length: 5 }, (_, seed) => seed);
const SEGMENTS_OF_TWO = { segmentBytes: 150 };

type Scene = { readonly files: MemoryFiles; readonly log: PartitionLog };

/**
 * Sets the scene and acts, again and again, with a stop before each single call that the act makes and then after it; what is left
 * is looked at after the power was lost with one outcome or another.
 */
function atEachCall(
  fill: () => Scene,
  act: (scene: Scene) => void,
  look: (log: PartitionLog, scene: Scene) => void,
): void {
  for (let calls = 0, isDone = false; !isDone; calls++) {
    for (const seed of SEEDS) {
      const scene = fill();
      scene.files.stopAfter(calls);
      isDone = actsToTheEnd(() => act(scene));
      scene.files.losePower(chances(seed * 1000 + calls));
      look(openLog({ files: scene.files, config: scene.log.config, fsync: true }), scene);
    }
  }
}

function actsToTheEnd(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof Stop) return false;
    throw error;
  }
}

function filled(config: Partial<LogConfig>, keys: readonly string[]): Scene {
  const files = new MemoryFiles();
  const log = openLog({ files, config, fsync: true });
  granted(log.append(makeBatch({ producerId: 1n, epoch: 0, sequence: 0, records: [{ key: 'gone' }] }), NOW_MS));
  for (const [i, key] of keys.entries()) granted(log.append(makeBatch({ records: [{ key, value: `${i}` }] }), NOW_MS));
  expect(log.flush()).toBeNull();
  return { files, log };
}

describe('the power may be lost before any call', () => {
  test('of a compaction that makes one segment of several', () => {
    const config = { ...SEGMENTS_OF_TWO, cleanupPolicy: ['compact'] as const, minCleanableDirtyRatio: 0 };
    const table = (log: PartitionLog) => new Map(readAll(log, true).map(({ key, value }) => [key, value]));
    atEachCall(
      () => {
        const scene = filled(config, ['-', ...'abcabdeafghijk']);
        granted(scene.log.deleteBefore(2, NOW_MS));
        scene.log.config = { ...scene.log.config, segmentBytes: 500 };
        return scene;
      },
      ({ log }) => {
        for (const compaction = log.compaction(NOW_MS); compaction.next().done !== true; );
      },
      (again, { log, files }) => {
        expect(Object.fromEntries(table(again))).toEqual(
          Object.fromEntries([...'abcdefghijk'].map((key) => [key, latest[key]])),
        );
        const offsets = readAll(again, true).map(({ offset }) => offset);
        expect(offsets).toEqual([...new Set(offsets)].sort((a, b) => a - b));
        expect([again.logStartOffset, again.highWatermark]).toEqual([log.logStartOffset, log.highWatermark]);
        expect(again.producers().map(({ producerId }) => producerId)).toEqual([1n]);
        expect(files.list(FOLDER).filter((name) => /cleaned|swap|tmp/.test(name))).toEqual([]);
      },
    );
  });
  const latest = Object.fromEntries(['-', ...'abcabdeafghijk'].map((key, i) => [key, `${i}`]));

  test.each([3, 5])('of a deletion below %i, and what was confirmed stays deleted', (offset) => {
    let confirmed = 0;
    atEachCall(
      () => {
        confirmed = 0;
        return filled(SEGMENTS_OF_TWO, ['a', 'b', 'c', 'd']);
      },
      ({ log }) => {
        confirmed = granted(log.deleteBefore(offset, NOW_MS)).logStartOffset;
      },
      (again) => {
        expect([0, offset]).toContain(again.logStartOffset);
        expect(again.logStartOffset).toBeGreaterThanOrEqual(confirmed);
        expect(again.highWatermark).toBe(5);
        expect(readAll(again, false).map((record) => record.offset)).toEqual(
          [0, 1, 2, 3, 4].slice(again.logStartOffset),
        );
        expect(again.producers().map(({ producerId }) => producerId)).toEqual([1n]);
      },
    );
  });

  test('of a start after another loss of power', () => {
    let outcome = 0;
    atEachCall(
      () => {
        const scene = filled({ segmentBytes: 260 }, ['a', 'b', 'c', 'd']);
        for (let i = 0; i < 4; i++) granted(scene.log.append(makeBatch(), NOW_MS));
        scene.files.losePower(chances(outcome++));
        return scene;
      },
      ({ files, log }) => void openLog({ files, config: log.config, fsync: true }),
      (again) => {
        const offsets = readAll(again, false).map(({ offset }) => offset);
        expect(offsets).toEqual([...offsets.keys()]);
        expect(offsets.length).toBeGreaterThanOrEqual(5);
        expect(again.highWatermark).toBe(offsets.length);
        expect(again.recovery.damaged).toEqual([]);
      },
    );
  });
});
