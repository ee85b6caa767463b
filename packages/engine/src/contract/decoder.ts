import type { Value } from '@millrace/model';

/**
 * Reads one record's value into a fresh row. Made by `formats` for the columns of one source; holds no state that matters
 * between records. A decoder validates the whole record: a broken tail is an error although all columns were found.
 */
export interface Decoder {
  /** The row of bytes [start, end), or null with `reason` set. */
  decode(buffer: Uint8Array, start: number, end: number): Value[] | null;
  /** Why the last record was refused: a sentence that names the column or the byte. */
  readonly reason: string;
}
