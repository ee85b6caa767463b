import { arrayOf, BOOLEAN, type ColumnType, DATE, JSON_TEXT, rowOf, STRING } from '@millrace/model';
import { type NumberChoice, numberChoices } from './choose-number-type.ts';
import type { ValueKind } from './value-kind.ts';
import { compareFirst, countOf, type ValueShape } from './value-shape.ts';

/** A type is proposed although so many of the values contradict it: one in twenty. */
const TOLERATED = 0.05;

/** `accepts`: the kinds of values that the type stands for; all others contradict it. null: it stands for all. */
export type TypeChoice = { readonly type: ColumnType; readonly accepts: readonly ValueKind[] | null };

const STRING_KINDS: readonly ValueKind[] = [
  'text',
  'date',
  'time',
  'timestamp',
  'timestamp-ltz',
  'special-text',
  'int-text',
  'bigint-text',
  'decimal-text',
  'double-text',
];

/**
 * The type of a place: the narrowest that no more than one value in twenty contradicts, of such the one that the fewest contradict;
 * JSON where there is none, where nothing but null was seen, and where objects have members that no ROW can have.
 */
export function chooseType(shape: ValueShape): TypeChoice {
  const { values } = shape;
  let best: TypeChoice = { type: JSON_TEXT, accepts: null };
  let fewest = Number.POSITIVE_INFINITY;
  for (const choice of [...narrowChoices(shape), { type: STRING, accepts: STRING_KINDS }]) {
    const contradicting = values - countOf(shape, choice.accepts);
    const isTolerated = contradicting < values && contradicting <= values * TOLERATED;
    // Text that is mostly times is a time; STRING, which contradicts nothing of it, is asked only after it.
    const isLastResort = choice.type === STRING && fewest < Number.POSITIVE_INFINITY;
    if (!isTolerated || isLastResort || contradicting >= fewest) continue;
    best = choice.type === JSON_TEXT ? { type: JSON_TEXT, accepts: null } : choice;
    fewest = contradicting;
  }
  return best;
}

function narrowChoices(shape: ValueShape): readonly NumberChoice[] {
  const times = (['time', 'timestamp', 'timestamp-ltz'] as const).map((kind) => {
    const precision = fractionOf(shape.kinds.get(kind)?.fractionDigits ?? 0);
    const type: ColumnType =
      kind === 'time'
        ? { kind: 'TIME', precision }
        : { kind: kind === 'timestamp' ? 'TIMESTAMP' : 'TIMESTAMP_LTZ', precision: Math.max(3, precision) };
    return { type, accepts: [kind] };
  });
  return [
    { type: BOOLEAN, accepts: ['boolean'] },
    ...numberChoices(shape),
    { type: DATE, accepts: ['date'] },
    ...times,
    { type: arrayType(shape), accepts: ['array'] },
    { type: rowType(shape), accepts: ['object'] },
  ];
}

/** Seconds, milliseconds, microseconds or nanoseconds. */
function fractionOf(digits: number): number {
  return Math.ceil(digits / 3) * 3;
}

function arrayType(shape: ValueShape): ColumnType {
  if (shape.fault !== null) return JSON_TEXT;
  return arrayOf(shape.element === null ? JSON_TEXT : chooseType(shape.element).type);
}

function rowType(shape: ValueShape): ColumnType {
  const fields = fieldsOf(shape).map(([name, field]) => ({ name, type: chooseType(field).type }));
  return fields.length === 0 ? JSON_TEXT : rowOf(fields);
}

/** The fields in the order in which they were first seen; none where the inside is not described. */
export function fieldsOf(shape: ValueShape): readonly (readonly [string, ValueShape])[] {
  return [...shape.fields].sort(([, a], [, b]) => compareFirst(a.first, b.first));
}
