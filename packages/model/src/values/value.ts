/**
 * A canonical integer: a JS number while it is a safe integer, a bigint beyond. One value has one representation, so that
 * `===` and Map keys work. −0 is never stored.
 */
export type Int = number | bigint;

/**
 * What a cell of a row holds. NULL is null in every type.
 *
 * | type | value |
 * |---|---|
 * | BOOLEAN | boolean |
 * | INT, DATE (days since 1970-01-01), TIME(p) (units of 10^−p s since midnight) | number |
 * | BIGINT | {@link Int} |
 * | DECIMAL(p,s) | {@link Int}: the unscaled digits, so 12.34 of DECIMAL(10,2) is 1234 |
 * | TIMESTAMP(p), TIMESTAMP_LTZ(p) | {@link Int}: units of 10^−p s since 1970-01-01 00:00 of the wall clock, or of UTC |
 * | DOUBLE | number |
 * | STRING | string |
 * | JSON | string: a JSON text without spaces between its tokens |
 * | BYTES | Uint8Array |
 * | ARRAY, ROW | the values of its elements or fields, in order |
 */
export type Value = null | boolean | number | bigint | string | Uint8Array | readonly Value[];

/** Cells by the position of their columns. Whoever receives a row may keep it: it is never changed after it was made. */
export type Row = readonly Value[];
