import { BIGINT, BYTES, type ColumnType, DOUBLE, INT, STRING } from '../../values/column-type.ts';
import type { Int, Value } from '../../values/value.ts';
import { isTemporal } from '../check/common-type.ts';
import { isInteger, isNumeric } from '../check/numeric-types.ts';
import type { ScalarType } from '../scalar-type.ts';

/** What a function takes at a place; `T` is what its values are. */
export type Parameter<T> = {
  /** In signatures. */
  readonly name: string;
  /** For messages: `a text`. */
  readonly wanted: string;
  /** The type to which an argument is converted; null where it does not fit. */
  accepts(type: ScalarType): ColumnType | null;
  readonly isOptional: boolean;
  /** What is wrong with a value that is the same for every row; null where nothing is. */
  faultOf(value: NonNullable<Value>): string | null;
  /** Types alone. */
  readonly values?: readonly T[];
};

/** The values of parameters, in their order. */
export type ValuesOf<P extends readonly Parameter<unknown>[]> = {
  [K in keyof P]: P[K] extends { readonly values?: readonly (infer T)[] } ? T : never;
};

export function text(name: string): Parameter<string> {
  return made(name, 'a text', (type) => (type.kind === 'STRING' || type.kind === 'JSON' ? STRING : null));
}

/** A text of which a fault is found before the first row, where it is written as it is. */
export function checkedText(name: string, faultOf: (value: string) => string | null): Parameter<string> {
  return { ...text(name), faultOf: (value) => faultOf(value as string) };
}

/** An INT. */
export function integer(name: string): Parameter<number> {
  return made(name, 'an INT', (type) => (type.kind === 'INT' ? INT : null));
}

/** An INT or a BIGINT. */
export function bigInteger(name: string): Parameter<Int> {
  return made(name, 'an integer', (type) => (isInteger(type) ? BIGINT : null));
}

/** Any number, as DOUBLE. */
export function double(name: string): Parameter<number> {
  return made(name, 'a number', (type) => (isNumeric(type) ? DOUBLE : null));
}

export function bytes(name: string): Parameter<Uint8Array> {
  return made(name, 'BYTES', (type) => (type.kind === 'BYTES' ? BYTES : null));
}

/** A DATE or timestamp as TIMESTAMP(9): nanoseconds since 1970. */
export function timestamp(name: string): Parameter<Int> {
  return made(name, 'a timestamp', (type) =>
    isTemporal(type) && type.kind !== 'TIME' ? { kind: 'TIMESTAMP', precision: 9 } : null,
  );
}

/** May be left out, then the function gets `undefined`. */
export function optional<T>(parameter: Parameter<T>): Parameter<T | undefined> {
  const { name, wanted, accepts, faultOf } = parameter;
  return { name, wanted, accepts, faultOf, isOptional: true };
}

function made<T>(name: string, wanted: string, accepts: (type: ScalarType) => ColumnType | null): Parameter<T> {
  return { name, wanted, accepts, isOptional: false, faultOf: () => null };
}
