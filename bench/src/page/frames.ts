import type { Page } from '@playwright/test';

/** How long frames are counted at least, milliseconds. */
const COUNTED_MS = 5_000;

/** As text, since what a compiler adds to a function is not known in the page. */
const COUNT_FRAMES = `
  window.frames500 = [];
  let last = performance.now();
  requestAnimationFrame(function count(now) {
    window.frames500.push(now - last);
    last = now;
    requestAnimationFrame(count);
  });
`;

/** The times between frames, milliseconds, while something is done and for a while at least. */
export async function framesOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(COUNT_FRAMES);
  const startedMs = performance.now();
  do await work();
  while (performance.now() - startedMs < COUNTED_MS && (await pause(page)));
  return page.evaluate<number[]>('window.frames500.slice(1)');
}

async function pause(page: Page): Promise<true> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  return true;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
