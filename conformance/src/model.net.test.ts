import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { ModelRun } from './model/model-run.ts';
import { RestartableBroker } from './model/restartable-broker.ts';
import { anyStep } from './model/steps.ts';

const RUNS = Number(process.env['MILLRACE_MODEL_RUNS'] ?? 150);
const SEED = process.env['MILLRACE_MODEL_SEED'];
/** A copy of the folder costs what all runs in it left. */
const RUNS_PER_FOLDER = 20;
const TIMEOUT_MS = 120_000 + RUNS * 400;

const broker = new RestartableBroker();
let runs = 0;

beforeAll(() => broker.start());
afterAll(() => broker.end());

test(
  'whatever clients do, and however it is stopped, the broker answers as the model does',
  { timeout: TIMEOUT_MS },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 60, size: 'max' }), async (steps) => {
        if (runs % RUNS_PER_FOLDER === 0) await broker.renew();
        const run = await ModelRun.begin(broker, runs++);
        for (const step of steps) await run.step(step);
        await run.finish();
      }),
      { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    ),
);
