import { expect, test } from '@playwright/test';
import { orderlyBids, START_MS, shownWindow, windowsOf, writtenWindow } from '../support/bids.ts';
import { dragNode, field, node, resultRows, select, wire } from '../support/canvas.ts';
import { kafkaAddress, makeTopic, produceBids, valuesOf } from '../support/test-kafka.ts';
import { TestService } from '../support/test-service.ts';

const run = `e2e-${process.pid}-${Date.now().toString(36)}`;
const EMPTY =
  '{"format":"millrace/pipeline@1","name":"drawn","settings":{"commitInterval":"50ms"},"nodes":{},"edges":[]}';

test.use({ viewport: { width: 1_920, height: 1_080 } });
test.skip(kafkaAddress === undefined, 'no Kafka (set MILLRACE_TEST_KAFKA=host:port)');

test('a pipeline drawn by mouse counts what is produced, shows what holds a window, and keeps it over a reload', async ({
  page,
}) => {
  const service = new TestService(kafkaAddress ?? '', 'draw', { 'drawn.pipeline.json': EMPTY });
  const [topic, out, late] = [`${run}-bids`, `${run}-out`, `${run}-late`];
  await makeTopic(topic, 3);
  await service.start();
  try {
    await page.goto(service.url('drawn'));
    await dragNode(page, 'kafka-source', 120, 120);
    await select(page, 'kafka');
    await field(page, 'Topic').fill(topic);
    for (const [i, [name, type]] of [
      ['auction', 'BIGINT'],
      ['price', 'BIGINT'],
      ['at', 'TIMESTAMP_LTZ(3)'],
    ].entries()) {
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await field(page, `Column ${i + 1}: name`).fill(name ?? '');
      await field(page, `Column ${i + 1}: type`).fill(type ?? '');
    }
    await field(page, 'Event time').fill('at');
    await field(page, 'Out of order by at most').fill('2s');
    await field(page, 'Idle after').fill('never');
    await page.getByRole('button', { name: 'Close inspector' }).click();

    await dragNode(page, 'filter', 380, 120);
    await wire(page, 'kafka', 'out', 'filter');
    await select(page, 'filter');
    await field(page, 'Keep rows where').fill('price > 20');
    await page.getByRole('button', { name: 'Close inspector' }).click();

    await dragNode(page, 'tumbling-window', 640, 120);
    await wire(page, 'filter', 'out', 'tumbling');
    await select(page, 'tumbling');
    await field(page, 'Size').fill('10s');
    await field(page, 'Group by: add a column').selectOption('auction');
    await field(page, 'Aggregate 1: name').fill('bids');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await field(page, 'Aggregate 2: name').fill('total');
    await field(page, 'Aggregate 2: function').selectOption('sum');
    await field(page, 'Aggregate 2: column').selectOption('price');
    await page.getByRole('button', { name: 'Close inspector' }).click();

    await dragNode(page, 'kafka-sink', 940, 60);
    await wire(page, 'tumbling', 'out', 'kafka2');
    await select(page, 'kafka2');
    await field(page, 'Topic').fill(out);
    await page.getByRole('button', { name: 'Close inspector' }).click();
    await dragNode(page, 'live-view', 940, 200);
    await wire(page, 'tumbling', 'out', 'live-view');
    await dragNode(page, 'kafka-sink', 940, 340);
    await wire(page, 'tumbling', 'late', 'kafka3');
    await select(page, 'kafka3');
    await field(page, 'Topic').fill(late);
    await page.getByRole('button', { name: 'Close inspector' }).click();

    await page.getByRole('tab', { name: /Issues/ }).click();
    await expect(page.locator('.drawer')).toContainText('No issues. Checked 6 nodes and 5 edges');
    await expect(page.locator('.draftnote')).toHaveText('Draft saved');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.locator('[data-run="running"]')).toBeVisible();

    const bids = orderlyBids(60);
    await produceBids(topic, bids);
    await page.getByRole('tab', { name: /Results/ }).click();
    // The watermark stands 2 s behind the slowest partition's newest row: four whole windows are closed.
    const closed = windowsOf(bids).filter(({ startMs }) => startMs + 10_000 <= START_MS + 56_500);
    await expect.poll(() => resultRows(page)).toEqual(closed.map(shownWindow));
    await expect.poll(() => valuesOf(out)).toEqual(closed.map(writtenWindow).sort());

    // One partition stays silent: it holds the window, and the node says so.
    const later = orderlyBids(40, START_MS + 60_000);
    await produceBids(
      topic,
      later.filter(({ partition }) => partition !== 2),
    );
    await expect(node(page, 'tumbling')).toContainText('held by kafka[2]');
    await select(page, 'tumbling');
    await page.getByRole('tab', { name: 'Live' }).click();
    await expect(page.locator('[data-held="true"]')).toContainText(
      /held by kafka\[2\], silent for .* has no idle time-out/,
    );
    expect((await resultRows(page)).length).toBe(closed.length);

    await page.reload();
    await expect.poll(() => resultRows(page)).toEqual(closed.map(shownWindow));
    await produceBids(
      topic,
      later.filter(({ partition }) => partition === 2),
    );
    const all = windowsOf([...bids, ...later]).filter(({ startMs }) => startMs + 10_000 <= START_MS + 96_500);
    await expect.poll(() => resultRows(page)).toEqual(all.map(shownWindow));

    // A row behind its window leaves on the late port, and changes no result.
    await produceBids(topic, [{ partition: 0, auction: 1, price: 99, atMs: START_MS }]);
    await expect.poll(async () => (await valuesOf(late)).map((value) => JSON.parse(value).price)).toEqual([99]);
    await expect(page.locator('.elab.late')).toHaveText('1 late');
    await expect.poll(() => valuesOf(out)).toEqual(all.map(writtenWindow).sort());
  } finally {
    await service.dispose();
  }
});
