import type { Page } from '@playwright/test';

/** How long frames are counted at least, milliseconds. */
const COUNTED_MS = 5_000;

/** The times between frames, milliseconds, while something is done and for a while at least. */
export async function framesOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const count = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    Object.assign(window, { frames });
  });
  const startedMs = performance.now();
  do await work();
  while (performance.now() - startedMs < COUNTED_MS && (await pause(page)));
  return page.evaluate(() => (window as unknown as { readonly frames: number[] }).frames.slice(1));
}

async function pause(page: Page): Promise<true> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  return true;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
