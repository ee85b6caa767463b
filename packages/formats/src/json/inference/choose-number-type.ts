import { BIGINT, type ColumnType, DOUBLE, decimal, INT } from '@millrace/model';
import type { KindTally } from './kind-tally.ts';
import type { ValueKind } from './value-kind.ts';
import { countOf, type ValueShape } from './value-shape.ts';

export type NumberChoice = { readonly type: ColumnType; readonly accepts: readonly ValueKind[] };

const MOST_DIGITS = 38;
/** A fraction of more digits is rather a measured value than one that was written by hand. */
const MOST_WRITTEN_SCALE = 6;

const INT_KINDS = ['int', 'int-text'] as const;
const BIGINT_KINDS = [...INT_KINDS, 'bigint', 'bigint-text'] as const;
const DECIMAL_KINDS = [...BIGINT_KINDS, 'decimal', 'decimal-text'] as const;
const DOUBLE_KINDS = [...DECIMAL_KINDS, 'double', 'double-text', 'special-text'] as const;

/**
 * The types of numbers that could stand for a place, from the narrowest. Numbers in strings count only where bare ones are as many. A
 * DOUBLE is offered only where no number would lose digits. Of numbers with fractions, those with at most six digits behind the point
 * and without exponent are DECIMAL, as 1.10 is DECIMAL(3, 2); others are DOUBLE, or DECIMAL where a double would lose digits.
 */
export function numberChoices(shape: ValueShape): readonly NumberChoice[] {
  const bare = countOf(shape, ['int', 'bigint', 'decimal', 'double']);
  if (bare === 0 || bare < countOf(shape, ['int-text', 'bigint-text', 'decimal-text', 'double-text'])) return [];
  return [
    { type: INT, accepts: INT_KINDS },
    { type: BIGINT, accepts: BIGINT_KINDS },
    ...decimalChoice(shape),
    ...doubleChoice(shape),
  ];
}

function decimalChoice(shape: ValueShape): readonly NumberChoice[] {
  const tallies = talliesOf(shape, DECIMAL_KINDS);
  const whole = most(tallies, 'wholeDigits');
  const scale = most(tallies, 'fractionDigits');
  if (whole + scale > MOST_DIGITS) return [];
  const isWritten = scale <= MOST_WRITTEN_SCALE && talliesOf(shape, ['decimal', 'decimal-text']).every(isPlain);
  if (!isWritten && sum(tallies, 'losing') === 0) return [];
  return [{ type: decimal(Math.max(1, whole + scale), scale), accepts: DECIMAL_KINDS }];
}

function doubleChoice(shape: ValueShape): readonly NumberChoice[] {
  if (sum(talliesOf(shape, DOUBLE_KINDS), 'losing') > 0) return [];
  return [{ type: DOUBLE, accepts: DOUBLE_KINDS }];
}

function talliesOf(shape: ValueShape, kinds: readonly ValueKind[]): readonly KindTally[] {
  return kinds.flatMap((kind) => shape.kinds.get(kind) ?? []);
}

function isPlain({ exponents }: KindTally): boolean {
  return exponents === 0;
}

function most(tallies: readonly KindTally[], of: 'wholeDigits' | 'fractionDigits'): number {
  return Math.max(0, ...tallies.map((tally) => tally[of]));
}

function sum(tallies: readonly KindTally[], of: 'losing'): number {
  return tallies.reduce((total, tally) => total + tally[of], 0);
}
