/** Bytes of a text without characters beyond ASCII. */
export function asciiOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

/** Copies all of `from`; gives the place after it. */
export function copyBytes(from: Uint8Array, to: Uint8Array, at: number): number {
  for (let i = 0; i < from.length; i++) to[at + i] = from[i] as number;
  return at + from.length;
}

/** Writes a whole number from 0 to 2^53 − 1 in decimal; gives the place after it. */
export function writeDigits(value: number, to: Uint8Array, at: number): number {
  if (value >= 1_000_000_000) {
    const high = Math.floor(value / 1_000_000_000);
    const next = writeDigits(high, to, at);
    return writePadded(value - high * 1_000_000_000, to, next, 9);
  }
  let digits = 1;
  for (let limit = 10; limit <= value; limit *= 10) digits++;
  return writePadded(value, to, at, digits);
}

function writePadded(value: number, to: Uint8Array, at: number, digits: number): number {
  let rest = value | 0;
  for (let place = at + digits - 1; place >= at; place--) {
    const tenth = (rest / 10) | 0;
    to[place] = 48 + rest - tenth * 10;
    rest = tenth;
  }
  return at + digits;
}
