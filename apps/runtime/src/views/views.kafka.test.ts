import { describe, expect, test } from 'vitest';
import { brokerOf, makeTopic, produceRecords, testKafka } from '../testing/kafka-fixture.ts';
import { startRun, type TestRun } from '../testing/test-run.ts';
import type { ViewRows } from './view-rows.ts';

const run = `vw-${process.pid}-${Date.now().toString(36)}`;

function documentOf(topic: string, required = true): string {
  return JSON.stringify({
    format: 'millrace/pipeline@1',
    name: 'shown',
    nodes: {
      bids: { type: 'kafka-source', config: { topic, columns: [{ name: 'price', type: 'BIGINT', required }] } },
      seen: { type: 'live-view', config: {} },
    },
    edges: [{ from: 'bids', to: 'seen' }],
  });
}

function viewsOf({ reports }: TestRun, node: string | null): ViewRows[] {
  return reports.flatMap((report) => (report.type === 'view' && report.view.node === node ? [report.view] : []));
}

const bid = (price: number) => ({ partition: 0, value: JSON.stringify({ price }) });

describe.skipIf(testKafka === undefined)('a live view on a real Kafka', () => {
  const broker = brokerOf(testKafka ?? 'none:1');
  const toEnd = async (document = documentOf(run)) => {
    const choices = { onReset: 'ask', onChange: 'restart' } as const;
    const ran = startRun(broker, document, run, { mode: 'until-end', choices });
    expect(await ran.ended).toBeNull();
    return ran;
  };

  test('shows what was committed; a restart goes on with its numbers, an empty state begins an epoch [E7]', async () => {
    await makeTopic(broker, run, 1);
    await produceRecords(broker, run, [bid(1), bid(2), { partition: 0, value: 'broken' }]);
    const first = viewsOf(await toEnd(), 'seen');
    expect(first.flatMap(({ rows }) => rows)).toEqual([[1], [2]]);

    await produceRecords(broker, run, [bid(3)]);
    const second = await toEnd();
    const [filled, ...more] = viewsOf(second, 'seen');
    expect(filled).toMatchObject({ first: 0, rows: [[1], [2]] });
    expect(more.map(({ first: at, rows }) => [at, rows])).toEqual([[2, [[3]]]]);
    expect(filled?.epoch).toBe(first[0]?.epoch);
    const [dead] = viewsOf(second, null);
    expect(dead?.rows[0]?.slice(1, 8)).toEqual(['bids', run, 0, 2, 0, null, 'broken']);

    const anew = viewsOf(await toEnd(documentOf(run, false)), 'seen');
    expect(anew[0]).toMatchObject({ first: 0, rows: [] });
    expect(anew[0]?.epoch).not.toBe(filled?.epoch);
    expect(anew.flatMap(({ rows }) => rows)).toEqual([[1], [2], [3]]);
  });
});
