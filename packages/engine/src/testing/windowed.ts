import { JobDriver, type LogRecord, row } from './job-driver.ts';
import { makePass, makeWindow } from './test-operators.ts';
import { chain, type OperatorSettings, type SourceSettings } from './test-plan.ts';

export const PASS: OperatorSettings = { id: 'pass', make: makePass };
/** Windows of 10 ms. */
export const WINDOW: OperatorSettings = { id: 'window', make: makeWindow(10), to: { out: [], late: [] } };

/** Rows at these times, all alike otherwise. */
export function rows(...times: number[]): LogRecord[] {
  return times.map((time) => row(time));
}

/** A job `pass` → `window` → more, with sinks `out` and `late`. */
export function windowed(
  source: SourceSettings = {},
  partitions = 1,
  more: readonly OperatorSettings[] = [],
): JobDriver {
  return new JobDriver(chain(source, [PASS, WINDOW, ...more]), partitions);
}
