import { expect, test } from '@playwright/test';
import { bidsDocument, orderlyBids, START_MS, shownWindow, windowsOf, writtenWindow } from '../support/bids.ts';
import { resultRows } from '../support/canvas.ts';
import { kafkaAddress, makeTopic, produceBids, valuesOf } from '../support/test-kafka.ts';
import { TestService } from '../support/test-service.ts';

const run = `e2e-re-${process.pid}-${Date.now().toString(36)}`;

test.skip(kafkaAddress === undefined, 'no Kafka (set MILLRACE_TEST_KAFKA=host:port)');

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`the service ended by ${signal} and started again goes on, and the page with it`, async ({ page }) => {
    const name = `${run}-${signal.toLowerCase()}`;
    await makeTopic(name, 3);
    const service = new TestService(kafkaAddress ?? '', 'restart', {
      'bids.pipeline.json': bidsDocument(name, `${name}-out`, `${name}-late`),
    });
    await service.start();
    try {
      await page.goto(service.url('bids'));
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await expect(page.locator('[data-run="running"]')).toBeVisible();
      const bids = orderlyBids(40);
      await produceBids(name, bids);
      const before = windowsOf(bids).filter(({ startMs }) => startMs + 10_000 <= START_MS + 36_500);
      await expect.poll(() => resultRows(page)).toEqual(before.map(shownWindow));

      await service.end(signal);
      await expect(page.getByRole('alert')).toContainText(/Connection lost.*Your draft is safe/);
      const later = orderlyBids(30, START_MS + 40_000);
      await produceBids(name, later);
      await service.start();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.locator('[data-run="running"]')).toBeVisible();
      const all = windowsOf([...bids, ...later]).filter(({ startMs }) => startMs + 10_000 <= START_MS + 66_500);
      await expect.poll(() => resultRows(page)).toEqual(all.map(shownWindow));
      await expect.poll(() => valuesOf(`${name}-out`)).toEqual(all.map(writtenWindow).sort());
    } finally {
      await service.dispose();
    }
  });
}
