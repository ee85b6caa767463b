import { defineConfig } from 'vitest/config';
import { type Mutation, mutantPlugin } from './tools/mutant-plugin.ts';

const NEEDS_SOMETHING = ['**/*.net.test.ts', '**/*.kafka.test.ts', '**/node_modules/**'];
const ROOMS = '{packages/*,packages/connectors/*,apps/*,conformance}/src';

/** Set by tools/mutants.ts: one changed source. */
const mutant = process.env['MILLRACE_MUTANT'];
const plugins = mutant === undefined ? [] : [mutantPlugin(JSON.parse(mutant) as Mutation)];

/** A test's file name says what it needs: x.test.ts nothing, x.net.test.ts sockets, x.kafka.test.ts an Apache Kafka. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins,
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
