import type { AggregateFunction } from './aggregate-function.ts';
import { avg } from './average.ts';
import { collect, stringAgg } from './collection.ts';
import { count } from './count.ts';
import { max, min } from './extremum.ts';
import { first, last } from './first-last.ts';
import { median, percentile } from './percentile.ts';
import { sum } from './sum.ts';
import { stddevPop, stddevSamp, varPop, varSamp } from './variance.ts';

const functions: readonly AggregateFunction[] = [
  count,
  sum,
  min,
  max,
  avg,
  first,
  last,
  median,
  percentile,
  stddevPop,
  stddevSamp,
  varPop,
  varSamp,
  collect,
  stringAgg,
];

/** Every aggregate function by its name. Adding one is a file beside this one and a line above. */
export const AGGREGATES: ReadonlyMap<string, AggregateFunction> = new Map(functions.map((f) => [f.fn, f]));
