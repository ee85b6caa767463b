import type { AggregateFunction } from './aggregate-function.ts';
import { count } from './count.ts';
import { max, min } from './extremum.ts';
import { sum } from './sum.ts';

const functions: readonly AggregateFunction[] = [count, sum, min, max];

/** Every aggregate function by its name. Adding one is a file beside this one and a line above. */
export const AGGREGATES: ReadonlyMap<string, AggregateFunction> = new Map(functions.map((f) => [f.fn, f]));
