import type { OutputBuffer } from '@millrace/engine';
import { writeAscii } from './write-string.ts';

const ZERO = 0x30;
/** More digits than 64 bits have, with a sign. */
const LONGEST = 21;

/** Writes a canonical integer as bare digits. */
export function writeInteger(value: number | bigint, out: OutputBuffer): void {
  out.ensure(LONGEST);
  if (typeof value === 'bigint' || value < 0 || value > 0x7fffffff) {
    out.length = writeAscii(String(value), out.bytes, out.length);
    return;
  }
  const bytes = out.bytes;
  const start = out.length;
  let rest = value | 0;
  let digits = 1;
  for (let limit = 10; digits < 10 && rest >= limit; limit *= 10) digits++;
  for (let at = start + digits - 1; at >= start; at--) {
    const tenth = (rest / 10) | 0;
    bytes[at] = ZERO + (rest - tenth * 10);
    rest = tenth;
  }
  out.length = start + digits;
}
