import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { bidsDocument, orderlyBids, START_MS } from '../support/bids.ts';
import { node, resultRows } from '../support/canvas.ts';
import { kafkaAddress, makeTopic, produceBids } from '../support/test-kafka.ts';
import { TestService } from '../support/test-service.ts';

const run = `e2e-st-${process.pid}-${Date.now().toString(36)}`;
const SIZES = [
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
] as const;
const EMPTY = '{"format":"millrace/pipeline@1","name":"empty","nodes":{},"edges":[]}';

test.skip(kafkaAddress === undefined, 'no Kafka (set MILLRACE_TEST_KAFKA=host:port)');
test.describe.configure({ mode: 'serial' });

let service: TestService;

test.beforeAll(async () => {
  await makeTopic(run, 3);
  const document = bidsDocument(run, `${run}-out`, `${run}-late`);
  service = new TestService(kafkaAddress ?? '', 'states', {
    'empty.pipeline.json': EMPTY,
    'bids.pipeline.json': document,
    'wrong.pipeline.json': document
      .replace('price > 20', 'prise > 20')
      .replace('"name":"bids","settings"', '"name":"wrong","settings"'),
  });
  await service.start();
});
test.afterAll(() => service.dispose());

/** Pictures of a state in both sizes and themes; nothing hangs over, axe finds nothing, the console is silent. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      await page.screenshot({ path: `shots/${name}-${theme}-${width}x${height}.png` });
      expect(await overflowing(page), `${name} at ${width}, ${theme}`).toEqual([]);
      const { violations } = await new AxeBuilder({ page }).disableRules(['color-contrast-enhanced']).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    }
  }
}

/** By the button, so that what is drawn past the style sheets follows too. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const button = page.getByRole('button', { name: theme === 'dark' ? 'Dark theme' : 'Light theme' });
  if (await button.isVisible()) await button.click();
  await expect(page.locator(`html[data-theme="${theme}"]`)).toHaveCount(1);
}

/** Boxes whose content is wider than they are and that do not scroll. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['body', '.app', '.bar', '.mid', '.canvas', '.drawer', '.insp', '.palette', '.page'].filter((selector) => {
      const element = document.querySelector(selector);
      return element !== null && element.scrollWidth > element.clientWidth;
    }),
  );
}

const errors: string[] = [];
test.beforeEach(({ page }) => {
  errors.length = 0;
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
});

test('an empty canvas', async ({ page }) => {
  await page.goto(service.url('empty'));
  await expect(page.locator('.empty')).toBeVisible();
  await shoot(page, 'empty');
  expect(errors).toEqual([]);
});

test('an invalid document', async ({ page }) => {
  await page.goto(service.url('wrong'));
  await page.getByRole('tab', { name: /Issues/ }).click();
  await expect(page.locator('.issues li').first()).toContainText('prise');
  await page.getByRole('button', { name: 'Show' }).first().click();
  await expect(page.locator('.squig')).toBeVisible();
  await shoot(page, 'invalid');
  expect(errors).toEqual([]);
});

test('running, waiting, late and dead letters, and the connection lost', async ({ page }) => {
  await page.goto(service.url('bids'));
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await produceBids(run, orderlyBids(60));
  await expect.poll(async () => (await resultRows(page)).length).toBeGreaterThan(10);
  await shoot(page, 'running');

  await produceBids(
    run,
    orderlyBids(20, START_MS + 60_000).filter(({ partition }) => partition !== 2),
  );
  await expect(node(page, 'per10s')).toContainText('held by bids[2]');
  await page.setViewportSize({ width: 1_280, height: 800 });
  await node(page, 'per10s').locator('.nh').click();
  await page.getByRole('tab', { name: 'Live' }).click();
  await expect(page.locator('[data-held="true"]')).toBeVisible();
  await shoot(page, 'waiting');

  await produceBids(run, [
    { partition: 0, auction: 1, price: 99, atMs: START_MS },
    { partition: 1, auction: 1, price: 0.5, atMs: START_MS },
  ]);
  await expect(page.locator('.elab.late')).toHaveText('1 late');
  await page.getByRole('tab', { name: /Dead letters/ }).click();
  await expect(page.locator('.drawer')).toContainText('The column price wants BIGINT');
  await shoot(page, 'late-and-dead');
  expect(errors).toEqual([]);

  await service.end('SIGTERM');
  await expect(page.getByRole('alert')).toContainText('Connection lost');
  await shoot(page, 'lost');
});
