/**
 * What a JSON value shows itself to be. Numbers are sorted by their text: `int` fits 32 bits and `bigint` 64, both written without a
 * fraction; `decimal` has up to 38 digits; `double` has more digits or places; `beyond` is out of a double's range. A string is a number
 * in a string, a time in a form that a column reads, one of NaN and the infinities (`special-text`), or just text.
 */
export type ValueKind =
  | 'boolean'
  | NumberKind
  | `${ExactNumberKind}-text`
  | 'double-text'
  | 'special-text'
  | TimeKind
  | 'text'
  | 'object'
  | 'array';

export type ExactNumberKind = 'int' | 'bigint' | 'decimal';
export type NumberKind = ExactNumberKind | 'double' | 'beyond';
export type TimeKind = 'date' | 'time' | 'timestamp' | 'timestamp-ltz';

/** What one value says of itself beside its kind. */
export type KindFacts = {
  readonly kind: ValueKind;
  /** Digits before the point, without leading zeros. */
  readonly wholeDigits: number;
  /** Digits behind the point as written, or of a second's fraction. */
  readonly fractionDigits: number;
  readonly hasExponent: boolean;
  /** Whether the nearest double is another number. */
  readonly losesDigits: boolean;
  /** Equal for equal values of a kind of number, or the text itself. */
  readonly canonical: string;
};
