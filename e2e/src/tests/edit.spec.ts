import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { bidsDocument } from '../support/bids.ts';
import { dragNode, field, node, select, wire } from '../support/canvas.ts';
import { kafkaAddress } from '../support/test-kafka.ts';
import { TestService } from '../support/test-service.ts';

test.skip(kafkaAddress === undefined, 'no Kafka (set MILLRACE_TEST_KAFKA=host:port)');

let service: TestService;

test.beforeAll(async () => {
  const document = bidsDocument('e2e-edit', 'e2e-edit-out', 'e2e-edit-late');
  service = new TestService(kafkaAddress ?? '', 'edit', { 'bids.pipeline.json': document });
  await service.start();
});
test.afterAll(() => service.dispose());

const fileOf = () => join(service.folder, 'pipelines', 'bids.pipeline.json');

test.beforeEach(async ({ page }) => {
  writeFileSync(fileOf(), bidsDocument('e2e-edit', 'e2e-edit-out', 'e2e-edit-late'));
  await page.goto(service.url('bids'));
  await expect(node(page, 'per10s')).toBeVisible();
});

test('a broken expression is marked at its characters, and mended by its message', async ({ page }) => {
  await select(page, 'dear');
  const where = field(page, 'Keep rows where');
  await where.fill('prise > 20');
  await expect(page.locator('.squig')).toHaveText('prise');
  await expect(page.getByRole('alert')).toContainText(/prise.*price/);
  await expect(page.locator('.draftnote')).toHaveText('Draft has 1 error');
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();
  await page.getByRole('tab', { name: /Issues/ }).click();
  await expect(page.locator('.issues li').first()).toContainText('dear · where');
  await where.fill('price > 20');
  await expect(page.locator('.squig')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeEnabled();
});

test('one visit to a field is one step: undone and done again, in the file too', async ({ page }) => {
  await select(page, 'dear');
  await field(page, 'Keep rows where').press('End');
  await field(page, 'Keep rows where').pressSequentially(' AND price < 90');
  await expect.poll(() => readFileSync(fileOf(), 'utf8')).toContain('price > 20 AND price < 90');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(field(page, 'Keep rows where')).toHaveValue('price > 20');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => readFileSync(fileOf(), 'utf8')).toContain('AND price < 90');
});

test('a cycle is refused with its reason, and nothing changes [V1]', async ({ page }) => {
  await page.getByRole('button', { name: 'Add a node' }).click();
  await dragNode(page, 'filter', 420, 330);
  await dragNode(page, 'project', 720, 330);
  await page.getByRole('button', { name: 'Add a node' }).click();
  await wire(page, 'filter', 'out', 'project');
  await expect(page.locator('.react-flow__edge[data-id="filter>project"]')).toHaveCount(1);
  const before = await page.locator('.react-flow__edge').count();
  await wire(page, 'project', 'out', 'filter');
  await expect(page.locator('.cnote')).toContainText('Rows would go round for ever: filter → project → filter.');
  expect(await page.locator('.react-flow__edge').count()).toBe(before);
});

test('a node is put into an edge by dropping it there, and taken out again with the edge mended', async ({ page }) => {
  await page.getByRole('button', { name: 'Add a node' }).click();
  const edge = page.locator('.react-flow__edge[data-id="bids>dear"] path.react-flow__edge-interaction');
  const box = await edge.boundingBox();
  const canvas = await page.locator('.canvas').boundingBox();
  if (box === null || canvas === null) throw new Error('The edge is drawn.');
  await dragNode(page, 'filter', box.x + box.width / 2 - canvas.x, box.y + box.height / 2 - canvas.y);
  await expect(page.locator('.react-flow__edge[data-id="bids>filter"]')).toHaveCount(1);
  await expect(page.locator('.react-flow__edge[data-id="filter>dear"]')).toHaveCount(1);
  await page.locator('.canvas').press('Delete');
  await expect(node(page, 'filter')).toHaveCount(0);
  await expect(page.locator('.react-flow__edge[data-id="bids>dear"]')).toHaveCount(1);
});

test('a file that an editor changes is shown, and an unsaved edit is never written over it', async ({ page }) => {
  writeFileSync(fileOf(), bidsDocument('e2e-other', 'e2e-edit-out', 'e2e-edit-late'));
  await expect(node(page, 'bids')).toContainText('e2e-other');
  await expect(page.locator('.draftnote')).toHaveText('Changed in another window, shown here');
  await select(page, 'bids');
  await expect(field(page, 'Topic')).toHaveValue('e2e-other');
});

test('two windows of one pipeline show the same', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(service.url('bids'));
  await select(page, 'per10s');
  await field(page, 'Size').fill('20s');
  await expect(node(other, 'per10s')).toContainText('20 s tumbling');
});

test('copy, paste, cut and select all act on the canvas', async ({ page }) => {
  await select(page, 'dear');
  const canvas = page.locator('.canvas');
  await canvas.press('Control+c');
  await canvas.press('Control+v');
  await expect(node(page, 'dear2')).toBeVisible();
  await canvas.press('Control+z');
  await expect(node(page, 'dear2')).toHaveCount(0);
  await canvas.press('Control+a');
  await canvas.press('Delete');
  await expect(page.locator('[data-node]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-node]')).toHaveCount(6);
});

test('arrow keys move what is selected, into the layout file, as one step', async ({ page }) => {
  await select(page, 'dear');
  const place = () => JSON.parse(readFileSync(fileOf().replace('.pipeline.', '.layout.'), 'utf8')).nodes.dear;
  await page.locator('.canvas').press('Control+a');
  await page.keyboard.press('Escape');
  await node(page, 'dear').locator('.nh').click();
  const box = await node(page, 'dear').boundingBox();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await node(page, 'dear').boundingBox())?.y).toBeGreaterThan(box?.y ?? 0);
  await expect.poll(place).toMatchObject({ y: expect.any(Number) });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await node(page, 'dear').boundingBox())?.y).toBe(box?.y);
});

test('a stranger gets nothing [V3]', async ({ request }) => {
  const { origin, token } = service;
  const status = async (path: string, headers: Record<string, string>) =>
    (await request.get(`${origin}${path}`, { headers })).status();
  expect(await status('/api/pipelines', {})).toBe(401);
  expect(await status('/api/pipelines', { authorization: `Bearer ${token}` })).toBe(200);
  expect(await status('/api/pipelines', { authorization: `Bearer ${token}`, host: 'millrace.example' })).toBe(403);
  const stop = (headers: Record<string, string>) =>
    request.post(`${origin}/api/pipelines/bids/stop`, { headers, data: {} });
  expect((await stop({ authorization: `Bearer ${token}`, origin: 'http://evil.example' })).status()).toBe(403);
  expect((await stop({ origin })).status()).toBe(401);
});

test('A, the first letters of a name and Enter put a node behind the selected one, wired', async ({ page }) => {
  await select(page, 'dear');
  await page.locator('.canvas').press('a');
  await page.getByLabel('Find a node').pressSequentially('filt');
  await page.getByLabel('Find a node').press('Enter');
  await expect(node(page, 'filter')).toBeVisible();
  await expect(page.locator('.react-flow__edge[data-id="dear>filter"]')).toHaveCount(1);
});

test('a fraction is typed as it is read', async ({ page }) => {
  await page.locator('.canvas').press('a');
  await page.getByLabel('Find a node').pressSequentially('gener');
  await page.getByLabel('Find a node').press('Enter');
  await field(page, 'Late rows').pressSequentially('0.05');
  await expect(field(page, 'Late rows')).toHaveValue('0.05');
  await expect.poll(() => readFileSync(fileOf(), 'utf8')).toContain('"lateShare": 0.05');
});

test('an edit right before the pipeline is left is in the file', async ({ page }) => {
  await select(page, 'dear');
  await field(page, 'Keep rows where').fill('price > 77');
  await page.getByRole('link', { name: 'Pipelines', exact: true }).click();
  await expect.poll(() => readFileSync(fileOf(), 'utf8')).toContain('price > 77');
});

test('keys of the canvas turn its neighbours on and off, and are all in the map', async ({ page }) => {
  const canvas = page.locator('.canvas');
  await select(page, 'dear');
  await canvas.press('i');
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toHaveCount(0);
  await canvas.press('Enter');
  await expect(field(page, 'Keep rows where')).toBeVisible();
  await canvas.press('3');
  await expect(page.getByRole('tab', { name: /Issues/ })).toHaveAttribute('aria-selected', 'true');
  await canvas.press('j');
  await expect(page.locator('.dbody')).toHaveCount(0);
  await canvas.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Inspector on and off');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0);
});

test('the edges of drawer and inspector are moved by mouse and keys, remembered, and brought back', async ({
  page,
}) => {
  await select(page, 'dear');
  const drawer = page.locator('.drawer');
  const heightOf = async () => (await drawer.boundingBox())?.height;
  const first = await heightOf();
  const edge = page.getByRole('separator', { name: 'Height of the drawer' });
  const box = await edge.boundingBox();
  if (box === null || first === undefined) throw new Error('The drawer has no edge.');
  await page.mouse.move(box.x + 200, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y - 56, { steps: 3 });
  await page.mouse.up();
  await expect.poll(heightOf).toBe(first + 60);
  const width = page.getByRole('separator', { name: 'Width of the inspector' });
  await width.press('ArrowLeft');
  await expect(page.locator('.insp')).toHaveCSS('width', '320px');
  await page.reload();
  await expect.poll(heightOf).toBe(first + 60);
  await page.getByRole('separator', { name: 'Height of the drawer' }).dblclick();
  await expect.poll(heightOf).toBe(first);
});

test('from afar nodes are blocks that can be selected, and near again the edges are at their ports', async ({
  page,
}) => {
  const edges = page.locator('.react-flow__edge');
  const before = await edges.count();
  const zoom = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('main').hover();
  while (!(await page.locator('.canvas[data-distance="blocks"]').isVisible())) await zoom('Zoom out').click();
  await expect(edges).toHaveCount(0);
  await page.reload();
  await node(page, 'dear').click();
  await expect(page.locator('.insp')).toContainText('key dear');
  while (!(await page.locator('.canvas[data-distance="near"]').isVisible())) await zoom('Zoom in').click();
  await zoom('Fit').click();
  await expect(edges).toHaveCount(before);
});

test('the overlay is drawn in the colours of the theme that is shown', async ({ page }) => {
  const zoomOut = page.getByRole('button', { name: 'Zoom out', exact: true });
  while (!(await page.locator('.canvas[data-distance="blocks"]').isVisible())) await zoomOut.click();
  const picture = () => page.locator('canvas.live').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const blank = await page.evaluate(() => document.createElement('canvas').toDataURL());
  await expect.poll(picture).not.toBe(blank);
  const first = await picture();
  const toggle = page.getByRole('button', { name: /^(Dark|Light) theme$/ });
  await toggle.click();
  await expect.poll(picture).not.toBe(first);
  await toggle.click();
  await expect.poll(picture).toBe(first);
});
