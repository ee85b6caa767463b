import { defineConfig } from '@playwright/test';
import { chromiumPath } from './src/support/chromium.ts';

const executablePath = chromiumPath();

export default defineConfig({
  testDir: './src/tests',
  outputDir: '../.results/e2e',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 1,
  forbidOnly: true,
  retries: 0,
  reporter: [['line'], ['json', { outputFile: '../.results/e2e.json' }]],
  use: {
    viewport: { width: 1_280, height: 800 },
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: { args: ['--no-sandbox'], ...(executablePath !== undefined && { executablePath }) },
  },
});
