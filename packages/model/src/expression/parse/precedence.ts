import type { BinaryOperator } from '../expression.ts';

/** How tightly operators bind, as in Flink (Calcite): a higher number binds first; equal ones from the left. */
export const BINARY_PRECEDENCE: Readonly<Record<BinaryOperator, number>> = {
  OR: 1,
  AND: 2,
  '=': 5,
  '<>': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '%': 8,
  '||': 8,
};

export const LOWEST_PRECEDENCE = 1;
export const NOT_PRECEDENCE = 3;
/** IS NULL, IS TRUE … */
export const TEST_PRECEDENCE = 4;
/** IS DISTINCT FROM, as the comparisons. */
export const DISTINCT_PRECEDENCE = 5;
/** BETWEEN, IN, LIKE, SIMILAR TO. */
export const RANGE_PRECEDENCE = 6;
export const ADDITIVE_PRECEDENCE = 7;
export const NEGATION_PRECEDENCE = 9;
/** `row.field`, `array[1]`. */
export const ACCESS_PRECEDENCE = 10;
export const PRIMARY_PRECEDENCE = 11;
