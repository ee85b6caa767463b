import { type ColumnType, type DecimalType, formatType } from '../../../values/column-type.ts';
import {
  decimalToDouble,
  doubleToDecimal,
  fitsDecimal,
  formatDecimal,
  parseDecimal,
  rescale,
} from '../../../values/decimal.ts';
import { canonicalInt, fitsBigint, fitsInt } from '../../../values/integer.ts';
import type { Int } from '../../../values/value.ts';
import { EvaluationError } from '../../evaluation-error.ts';
import { shown } from '../shown.ts';
import type { Cast } from './make-cast.ts';

const TRUE_TEXTS: ReadonlySet<string> = new Set(['t', 'true', 'y', 'yes', '1']);
const FALSE_TEXTS: ReadonlySet<string> = new Set(['f', 'false', 'n', 'no', '0']);
const DECIMAL_TEXT = /^([+-]?)(\d*)(?:\.\d*)?$/;
const DOUBLE_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const SPECIAL_DOUBLES: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['+Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** A number is TRUE unless it is 0; a text says it in one of ten words. */
export function castToBoolean(from: ColumnType): Cast | null {
  switch (from.kind) {
    case 'INT':
    case 'BIGINT':
    case 'DECIMAL':
    case 'DOUBLE':
      return (value) => value !== 0;
    case 'STRING':
      return booleanOfText;
    default:
      return null;
  }
}

/** Toward 0; an error outside of the type's range. */
export function castToInteger(from: ColumnType, to: 'INT' | 'BIGINT'): Cast | null {
  const fits = to === 'INT' ? fitsInt : fitsBigint;
  const checked = (value: Int): Int => {
    if (!fits(value)) throw exceeded(String(value), to);
    return value;
  };
  switch (from.kind) {
    case 'INT':
    case 'BIGINT':
      return (value) => checked(value as Int);
    case 'DECIMAL':
      return (value) => checked(wholePart(value as Int, from.scale));
    case 'DOUBLE':
      return (value) => checked(wholeOfDouble(value as number, to));
    case 'STRING':
      return (value) => checked(wholeOfText(value as string, to));
    case 'BOOLEAN':
      return (value) => (value === true ? 1 : 0);
    default:
      return null;
  }
}

/** The nearest double. */
export function castToDouble(from: ColumnType): Cast | null {
  switch (from.kind) {
    case 'INT':
    case 'BIGINT':
      return (value) => Number(value);
    case 'DECIMAL':
      return (value) => decimalToDouble(value as Int, from.scale);
    case 'STRING':
      return doubleOfText;
    case 'BOOLEAN':
      return (value) => (value === true ? 1 : 0);
    default:
      return null;
  }
}

/** Rounded half away from zero; an error where there are too many digits before the point. */
export function castToDecimal(from: ColumnType, to: DecimalType): Cast | null {
  const { precision, scale } = to;
  const name = formatType(to);
  const ofExact = (value: Int, digits: number): Int => {
    const unscaled = rescale(value, digits, scale);
    if (!fitsDecimal(unscaled, precision)) throw exceeded(formatDecimal(value, digits), name);
    return unscaled;
  };
  switch (from.kind) {
    case 'INT':
    case 'BIGINT':
      return (value) => ofExact(value as Int, 0);
    case 'DECIMAL':
      return (value) => ofExact(value as Int, from.scale);
    case 'DOUBLE':
      return (value) => {
        const unscaled = doubleToDecimal(value as number, precision, scale);
        if (unscaled === 'range') throw exceeded(String(value), name);
        return unscaled;
      };
    case 'STRING':
      return (value) => decimalOfText(value as string, to);
    case 'BOOLEAN':
      return (value) => ofExact(value === true ? 1 : 0, 0);
    default:
      return null;
  }
}

/** The digits before the point. */
function wholePart(value: Int, scale: number): Int {
  if (scale === 0) return value;
  return canonicalInt(BigInt(value) / 10n ** BigInt(scale));
}

function booleanOfText(value: Parameters<Cast>[0]): boolean {
  const word = String(value).trim().toLowerCase();
  if (TRUE_TEXTS.has(word)) return true;
  if (FALSE_TEXTS.has(word)) return false;
  throw new EvaluationError(`${shown(value)} is no BOOLEAN. Texts such as 'true', 'no' and '1' are.`);
}

function wholeOfDouble(value: number, to: string): Int {
  const whole = Math.trunc(value) + 0;
  if (Number.isSafeInteger(whole)) return whole;
  if (!Number.isFinite(value)) throw exceeded(String(value), to);
  return BigInt(whole);
}

function wholeOfText(text: string, to: string): Int {
  const [, sign, digits = ''] = DECIMAL_TEXT.exec(text.trim()) ?? [];
  if (sign === undefined || !/\d/.test(text)) throw noNumber(text, to);
  if (digits.length > 40) throw exceeded(shown(text), to);
  const whole = BigInt(digits || '0');
  return canonicalInt(sign === '-' ? -whole : whole);
}

function doubleOfText(value: Parameters<Cast>[0]): number {
  const text = String(value).trim();
  const special = SPECIAL_DOUBLES.get(text);
  if (special !== undefined) return special;
  if (!DOUBLE_TEXT.test(text)) throw noNumber(text, 'DOUBLE');
  const number = Number(text);
  if (!Number.isFinite(number)) throw exceeded(shown(text), 'DOUBLE');
  return number + 0;
}

function decimalOfText(text: string, { precision, scale }: DecimalType): Int {
  const trimmed = text.trim();
  const unscaled = parseDecimal(trimmed, precision, scale, 'half-up');
  const name = `DECIMAL(${precision}, ${scale})`;
  if (unscaled === 'range') throw exceeded(shown(trimmed), name);
  if (unscaled === null || unscaled === 'fraction') throw noNumber(text, name);
  return unscaled;
}

function noNumber(text: string, type: string): EvaluationError {
  return new EvaluationError(`${shown(text)} is no ${type}.`);
}

function exceeded(value: string, type: string): EvaluationError {
  return new EvaluationError(`${value} exceeds ${type}.`);
}
