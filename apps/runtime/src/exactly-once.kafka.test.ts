import { seededRandom } from '@millrace/operators/testing';
import { describe, expect, test } from 'vitest';
import type { GenerationLimits } from './state-log/generation-writer.ts';
import { readStateLog } from './state-log/read-state-log.ts';
import { type BidRow, bidsDocument, MAX_OUT_OF_ORDER_MS, makeBids } from './testing/bids-input.ts';
import { expectedWindows, parseLate, rowsOf, specToEnd } from './testing/exactly-once.ts';
import { brokerOf, makeTopic, produceRecords, readWithConsole, testKafka } from './testing/kafka-fixture.ts';
import { type KillMoment, runChild } from './testing/run-child.ts';
import type { KillStep } from './testing/task-child.ts';

const run = `eo-${process.pid}-${Date.now().toString(36)}`;
const APIS = ['InitProducerId', 'AddPartitionsToTxn', 'Produce', 'AddOffsetsToTxn', 'TxnOffsetCommit', 'EndTxn'];
const STEPS: readonly KillStep[] = APIS.flatMap((api) =>
  (['before', 'after'] as const).flatMap((moment) =>
    (api === 'InitProducerId' ? [1] : [1, 2]).map((nth) => ({ api, moment, nth })),
  ),
);

/** So small that generations end and begin under the kills, each in several slices between commits. */
const SMALL_GENERATIONS: GenerationLimits = { minDeltaBytes: 256, stateMultiple: 0, sliceBytes: 256 };

/** The partition of the second test that never has a record. */
const EMPTY = { source: 'bids', partition: 4 };

/** Moments at work, and every second time any moment from the start of the process, its recovery among them. */
function killMoment(kill: number, random: number): KillMoment {
  return kill % 2 === 0 ? { after: 'opened', ms: 50 + random * 600 } : { after: 'start', ms: 200 + random * 900 };
}

/** Removes one element that equals; false when there is none. */
function remove(rows: BidRow[], wanted: Omit<BidRow, never>): boolean {
  const at = rows.findIndex(
    (row) => row.auction === wanted.auction && row.price === wanted.price && row.time === wanted.time,
  );
  if (at >= 0) rows.splice(at, 1);
  return at >= 0;
}

describe.skipIf(testKafka === undefined)('exactly once on a real Kafka', () => {
  const broker = brokerOf(testKafka ?? 'none:1');

  test('SIGKILL at each step of a commit, twice in a row: the output equals the oracle [E1, E2, E4, E8, E9]', async () => {
    const [source, out, late] = [`${run}-a`, `${run}-a-out`, `${run}-a-late`];
    const bids = makeBids({ perPartition: 8_000, orderly: 3, hasLate: false, seed: 1 });
    await makeTopic(broker, source, 3);
    await produceRecords(broker, source, bids.records, { abortsOf: `${run}-foreign` });
    const document = bidsDocument(source, out, late, 'never');
    const { spec, tasks } = await specToEnd(broker, document, `${run}-a`, { topic: source, partitions: 3 }, true);
    const ends: string[] = [];
    for (const kill of STEPS) ends.push(await runChild({ spec, kill, generations: SMALL_GENERATIONS }));
    if (ends.at(-1) !== 'finished') expect(await runChild({ spec, generations: SMALL_GENERATIONS })).toBe('finished');
    expect(ends.filter((end) => end === 'killed').length).toBeGreaterThanOrEqual(STEPS.length);
    const windows = await readWithConsole(broker, out);
    expect(windows.map(({ value }) => value).sort()).toEqual(expectedWindows(rowsOf(bids)));
    expect(await readWithConsole(broker, late)).toEqual([]);
    const dead = await readWithConsole(broker, tasks.topics.find(({ purpose }) => purpose === 'dead')?.name ?? '');
    expect(dead.length).toBe(bids.logs.flat().filter((row) => row === null).length);
    const state = await readStateLog(broker, tasks.topics.find(({ purpose }) => purpose === 'state')?.name ?? '');
    expect(state?.generation).toBeGreaterThan(3);
  });

  test('SIGKILL at twenty moments with late rows and an empty partition: nothing is lost, nothing is twice [E2, W3, L1, L2]', async () => {
    const [source, out, late] = [`${run}-b`, `${run}-b-out`, `${run}-b-late`];
    const bids = makeBids({ perPartition: 6_000, orderly: 3, hasLate: true, seed: 2 });
    await makeTopic(broker, source, 5);
    // Longer than a round takes, so that only the partition without records becomes idle; its quiet outlives the kills.
    const document = bidsDocument(source, out, late, '5s');
    const place = { topic: source, partitions: 5 };
    const { spec } = await specToEnd(broker, document, `${run}-b`, place, true);
    const forever = { ...spec, end: null };
    const random = seededRandom(7);
    const round = bids.records.length / 20;
    for (let kill = 0; kill < 20; kill++) {
      const records = bids.records.slice(kill * round, (kill + 1) * round);
      await produceRecords(broker, source, records, { abortsOf: `${run}-foreign-b` });
      expect(await runChild({ spec: forever }, killMoment(kill, random()))).toBe('killed');
      if (kill === 9) expect(await runChild({ spec: forever, stopWhenIdle: EMPTY })).toBe('finished');
    }
    const { spec: toEnd } = await specToEnd(broker, document, `${run}-b`, place, true);
    expect(await runChild({ spec: toEnd })).toBe('finished');

    const counted = rowsOf(bids);
    const lateRows = (await readWithConsole(broker, late)).map(({ value }) => parseLate(value));
    for (const row of lateRows) {
      expect(remove(counted, row)).toBe(true);
      expect(lateFor(bids.logs, row)).toBe(true);
    }
    expect(lateRows.length).toBeGreaterThan(0);
    const windows = await readWithConsole(broker, out);
    expect(windows.map(({ value }) => value).sort()).toEqual(expectedWindows(counted));
  });
});

/** Whether some occurrence of the row came after its own partition had passed the end of its window (W1, L1). */
function lateFor(logs: readonly (readonly (BidRow | null)[])[], row: BidRow & { readonly windowEnd: number }): boolean {
  return logs.some((log) => {
    let newest = Number.NEGATIVE_INFINITY;
    return log.some((candidate) => {
      if (candidate === null) return false;
      const isLate =
        candidate.auction === row.auction &&
        candidate.price === row.price &&
        candidate.time === row.time &&
        newest - MAX_OUT_OF_ORDER_MS >= row.windowEnd;
      newest = Math.max(newest, candidate.time);
      return isLate;
    });
  });
}
