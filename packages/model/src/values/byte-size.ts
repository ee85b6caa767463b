import { failure, type Result, success } from '../issue.ts';

/** From the largest, so that the first that divides a size gives its shortest text. */
const UNITS = [
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
  ['KB', 1024],
  ['B', 1],
] as const;

const UNIT_BYTES: ReadonlyMap<string, number> = new Map(UNITS);

/** Bytes of a size such as `512MB`; a KB has 1 024 bytes. */
export function parseByteSize(text: string): Result<number> {
  const [, amount, unit] = /^(\d{1,16})([A-Z]+)$/.exec(text) ?? [];
  const unitBytes = UNIT_BYTES.get(unit ?? '');
  const bytes = Number(amount) * (unitBytes ?? Number.NaN);
  if (Number.isSafeInteger(bytes)) return success(bytes);
  const message = `${text.slice(0, 40)} is no size. Write a whole number and KB, MB or GB, such as 512MB.`;
  return failure([{ severity: 'error', message }]);
}

/** As documents write it, in the largest unit that divides it. */
export function formatByteSize(bytes: number): string {
  for (const [unit, unitBytes] of UNITS)
    if (bytes !== 0 && bytes % unitBytes === 0) return `${bytes / unitBytes}${unit}`;
  return `${bytes}B`;
}
