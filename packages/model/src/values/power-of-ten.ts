/** More than any product of two DECIMALs has digits. */
const MOST = 80;
const POWERS: readonly bigint[] = Array.from({ length: MOST + 1 }, (_, exponent) => 10n ** BigInt(exponent));

/** 10 to a whole power from 0 to 80, exact. */
export function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}
