import { defineConfig } from 'vitest/config';

const NEEDS_SOMETHING = ['**/*.net.test.ts', '**/*.kafka.test.ts', '**/node_modules/**'];
const ROOMS = '{packages,packages/connectors,apps}/*/src';

/** A test's file name says what it needs: x.test.ts nothing, x.net.test.ts sockets, x.kafka.test.ts an Apache Kafka. */
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          testTimeout: 20_000,
          include: [`${ROOMS}/**/*.test.ts`, 'tools/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: NEEDS_SOMETHING,
        },
      },
      {
        test: { name: 'net', environment: 'node', testTimeout: 30_000, include: [`${ROOMS}/**/*.net.test.ts`] },
      },
      {
        test: {
          name: 'kafka',
          environment: 'node',
          include: [`${ROOMS}/**/*.kafka.test.ts`],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          pool: 'forks',
        },
      },
    ],
  },
});
