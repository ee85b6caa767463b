/**
 * A canonical integer: a JS number while it is a safe integer, a bigint beyond. One value has one representation, so that
 * `===` and Map keys work. −0 is never stored.
 */
export type Int = number | bigint;

/**
 * What a cell of a row holds, by the type of its column: BOOLEAN boolean; INT number; BIGINT {@link Int}; DOUBLE number;
 * STRING string; TIMESTAMP(3) and TIMESTAMP_LTZ(3) whole milliseconds since 1970-01-01 (wall clock or UTC); BYTES Uint8Array.
 * NULL is null in every type.
 */
export type Value = null | boolean | number | bigint | string | Uint8Array;

/** Cells by the position of their columns. Whoever receives a row may keep it: it is never changed after it was made. */
export type Row = readonly Value[];
