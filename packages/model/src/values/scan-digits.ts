const [ZERO, NINE, DOT] = [48, 57, 46] as const;

/** The number of the digits from one place to another, −1 where one of the characters is none. */
export function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (!(code >= ZERO && code <= NINE)) return -1;
    value = value * 10 + code - ZERO;
  }
  return value;
}

/** Where a fraction like `.25` ends that may stand at a place: behind its last digit; the place itself where there is none. */
export function endOfFraction(text: string, from: number): number {
  if (text.charCodeAt(from) !== DOT) return from;
  let end = from + 1;
  while (text.charCodeAt(end) >= ZERO && text.charCodeAt(end) <= NINE) end++;
  return end === from + 1 ? from : end;
}

/** A fraction that was found by {@link endOfFraction}, in units of 10^−precision; finer digits are cut off. */
export function fractionAt(text: string, from: number, end: number, precision: number): number {
  let units = 0;
  for (let i = from + 1; i <= from + precision; i++) units = units * 10 + (i < end ? text.charCodeAt(i) - ZERO : 0);
  return units;
}

export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
