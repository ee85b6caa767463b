import { expect, type Locator, type Page } from '@playwright/test';

export function node(page: Page, key: string): Locator {
  return page.locator(`[data-node="${key}"]`);
}

/** Drags a type from the palette to a place of the canvas, from its upper left corner. */
export async function dragNode(page: Page, type: string, x: number, y: number): Promise<void> {
  await page.locator(`.palette [data-type="${type}"]`).dragTo(page.locator('.canvas'), { targetPosition: { x, y } });
}

/** Draws an edge by mouse from an output to an input. */
export async function wire(page: Page, from: string, port: string, to: string, input = 'in'): Promise<void> {
  const start = await middleOf(node(page, from).locator(`.react-flow__handle.source[data-handleid="${port}"]`));
  const end = await middleOf(node(page, to).locator(`.react-flow__handle.target[data-handleid="${input}"]`));
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** A field of the selected node's settings. */
export function field(page: Page, label: string): Locator {
  return page.getByRole('complementary', { name: 'Inspector' }).getByLabel(label, { exact: true });
}

export async function select(page: Page, key: string): Promise<void> {
  await node(page, key).locator('.nh').click();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
}

async function middleOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The port is not on the canvas.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The committed rows of the results table, each as its cells' texts. */
export async function resultRows(page: Page): Promise<string[][]> {
  const rows = await page.locator('.drawer tbody.committed tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
}
