/** Units that a time can be cut or moved by. */
export const TIME_UNITS = [
  'YEAR',
  'QUARTER',
  'MONTH',
  'WEEK',
  'DAY',
  'HOUR',
  'MINUTE',
  'SECOND',
  'MILLISECOND',
] as const;

/** Further parts that EXTRACT reads of a time. */
const OTHER_PARTS = [
  'DOW',
  'ISODOW',
  'DOY',
  'ISOYEAR',
  'EPOCH',
  'DECADE',
  'CENTURY',
  'MILLENNIUM',
  'MICROSECOND',
  'NANOSECOND',
] as const;

export const EXTRACT_UNITS = [...TIME_UNITS, ...OTHER_PARTS] as const;

export type TimeUnit = (typeof TIME_UNITS)[number];
export type ExtractUnit = (typeof EXTRACT_UNITS)[number];

export function isTimeUnit(unit: string): unit is TimeUnit {
  return (TIME_UNITS as readonly string[]).includes(unit);
}

export function isExtractUnit(unit: string): unit is ExtractUnit {
  return (EXTRACT_UNITS as readonly string[]).includes(unit);
}

/** Milliseconds of the units that always have the same length. */
export const UNIT_MS: Readonly<Record<'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | 'MILLISECOND', number>> = {
  WEEK: 604_800_000,
  DAY: 86_400_000,
  HOUR: 3_600_000,
  MINUTE: 60_000,
  SECOND: 1_000,
  MILLISECOND: 1,
};

/** Months of the units whose length depends on the date. */
export const UNIT_MONTHS: Readonly<Record<'YEAR' | 'QUARTER' | 'MONTH', number>> = { YEAR: 12, QUARTER: 3, MONTH: 1 };
