import type { BinaryOperator } from './expression.ts';

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
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
};

export const LOWEST_PRECEDENCE = 1;
export const NOT_PRECEDENCE = 3;
export const TEST_PRECEDENCE = 4;
export const NEGATION_PRECEDENCE = 8;
export const PRIMARY_PRECEDENCE = 9;
